import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** Commands are this code's own fixed scripts, with addresses, a number and an id as arguments: nothing that a player has typed. */
export class Machine {
  readonly #enter: readonly string[];
  readonly #root: string;

  /**
   * @param process one whose network and files are meant, which are those of the machine where this process is in a container: its programs do it
   * then; none: this process's own
   */
  constructor(process: number | null = null) {
    this.#enter = process === null ? [] : ['nsenter', `--target=${process}`, '--mount', '--net', '--'];
    this.#root = process === null ? '' : `/proc/${process}/root`;
  }

  exists(path: string): boolean {
    return existsSync(this.#root + path);
  }

  /** The names in a folder; none where there is none. */
  names(path: string): Promise<string[]> {
    return readdir(this.#root + path).catch(() => []);
  }

  /** Carries out a script, which ends at its first failure. @param within the path of a network namespace */
  script(text: string, args: readonly string[], within?: string): Promise<{ stdout: string }> {
    const shell = ['-ec', text, 'way-out', ...args];
    if (within === undefined) return this.run('/bin/sh', shell);
    return this.run('nsenter', [`--net=${within}`, '--', '/bin/sh', ...shell]);
  }

  /** @param within the path of a network namespace */
  nft(rules: string, within?: string): Promise<unknown> {
    return this.script('printf %s "$1" | nft -f -', [rules], within);
  }

  /** @throws Error with its output */
  run(program: string, args: readonly string[]): Promise<{ stdout: string }> {
    const [first = program, ...words] = [...this.#enter, program, ...args];
    return new Promise((resolve, reject) => {
      const options = { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }, timeout: 30_000 };
      execFile(first, words, options, (error, stdout, stderr) => {
        if (error) reject(new Error(`${program} ${args[0]}: ${stderr.trim() || error.message}`));
        else resolve({ stdout });
      });
    });
  }
}
