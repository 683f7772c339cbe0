import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { fstatSync, readlinkSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { javaArguments } from './java-arguments.ts';

/** The descriptor by which the driver knows the realm's process (docs/decisions/012-local-driver.md). */
const lockFd = 3;
const maxLineLength = 4000;
/** How much is buffered of commands that a hanging server does not read. */
const maxWaitingBytes = 64 * 1024;
const lastLines = 20;

/**
 * Started by setpriv(1), so that the kernel kills it when we die, however we die. If we died before that took effect, the shell sees
 * another parent and does not start it. Arguments: our process id, then the command.
 */
const unlessOrphaned = 'test "$PPID" = "$0" && exec "$@"';

export interface JavaEnd {
  code: number | null;
  signal: string | null;
  /** The last lines that it printed. */
  lastLines: string;
}

/** The server's process: its output, its input, and its end. */
export class JavaProcess {
  /** Resolves at its end, when everything that it has printed was heard. */
  readonly ended: Promise<JavaEnd>;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #lastLines: string[] = [];

  /** @param onLine is given each line that it prints */
  constructor(spec: RealmSpec & Required<Pick<RealmSpec, 'java'>>, folder: string, onLine: (line: string) => void) {
    const stdio: ('pipe' | number)[] = ['pipe', 'pipe', 'pipe'];
    // So that the realm's lock is held until its last process is gone.
    if (holdsLock()) stdio.push(lockFd);
    const args = ['-c', unlessOrphaned, String(process.pid), spec.java.runtime, ...javaArguments(spec)];
    this.#child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', '/bin/sh', ...args], {
      cwd: folder,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: folder },
      stdio,
    }) as ChildProcessByStdio<Writable, Readable, Readable>;
    const take = (line: string): void => {
      this.#lastLines.push(line);
      if (this.#lastLines.length > lastLines) this.#lastLines.shift();
      onLine(line);
    };
    eachLine(this.#child.stdout, take);
    eachLine(this.#child.stderr, take);
    // It may be gone already.
    this.#child.stdin.on('error', () => undefined);
    const { promise, resolve } = Promise.withResolvers<JavaEnd>();
    this.ended = promise;
    const end = (code: number | null, signal: string | null): void =>
      resolve({ code, signal, lastLines: this.#lastLines.join('\n') });
    this.#child.once('close', end);
    this.#child.once('error', (error) => {
      this.#lastLines.push(error.message);
      end(null, null);
    });
  }

  /** setpriv and the shell become the server, which has the same. Null when it did not start. */
  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** Types a command at the server's console. @returns false when it does not read */
  tell(command: string): boolean {
    if (this.#child.stdin.writableLength > maxWaitingBytes) return false;
    this.#child.stdin.write(`${command}\n`);
    return true;
  }

  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.#child.kill(signal);
  }
}

function eachLine(stream: Readable, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = (lines.pop() ?? '').slice(0, maxLineLength);
    for (const line of lines) if (line !== '') take(line.slice(0, maxLineLength));
  });
  stream.once('end', () => rest !== '' && take(rest));
}

/** Not when it was started by hand: the descriptor is then one of Node's own. */
function holdsLock(): boolean {
  try {
    return fstatSync(lockFd).isFIFO() && readlinkSync(`/proc/self/fd/${lockFd}`).endsWith('/lock');
  } catch {
    return false;
  }
}
