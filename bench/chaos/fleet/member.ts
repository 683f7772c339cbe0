import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Machine } from '@realmkeep/testkit/machines';

const readyWithinMs = 120_000;

export interface MemberPlan {
  name: string;
  machine: Machine;
  script: string;
  /** Evaluated at each start. */
  environment: () => Record<string, string>;
  /** Spawns the process with an additional file descriptor; by default there is none. */
  give?: (spawnWith: (fd: number) => ChildProcess) => ChildProcess;
  log: string;
}

/** An api or a gateway of a fleet, in its own network namespace. */
export class Member {
  readonly name: string;
  readonly machine: Machine;
  readonly #plan: MemberPlan;
  readonly #processes = new Set<ChildProcess>();
  #current: ChildProcess | null = null;

  constructor(plan: MemberPlan) {
    this.#plan = plan;
    this.name = plan.name;
    this.machine = plan.machine;
  }

  /** Resolves when it is ready. @throws Error when it exits, or is not ready in time */
  async start(): Promise<void> {
    const { give = (spawnWith) => spawnWith(-1) } = this.#plan;
    const child = give((fd) => this.#spawn(fd));
    this.#current = child;
    this.#processes.add(child);
    child.once('exit', () => this.#processes.delete(child));
    const log = createWriteStream(this.#plan.log, { flags: 'a' });
    child.stdout?.pipe(log);
    child.stderr?.pipe(log);
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${this.name} ended before it was ready: ${this.#plan.log}`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(readyWithinMs) }), ended]);
  }

  #spawn(fd: number): ChildProcess {
    const { machine, script, environment } = this.#plan;
    const [command, ...words] = machine.within;
    return spawn(command, [...words, process.execPath, script], {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...environment() },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...(fd < 0 ? [] : [fd])],
    });
  }

  /** kill -9. */
  async kill(): Promise<void> {
    const child = this.#running();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  pause(): void {
    this.#running().kill('SIGSTOP');
  }

  resume(): void {
    this.#running().kill('SIGCONT');
  }

  /** Sends SIGTERM. @returns a promise of the end of its process */
  leave(): Promise<unknown> {
    const child = this.#running();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    return ended;
  }

  /** Kills all its processes, including those that are draining. */
  async end(): Promise<void> {
    await Promise.all(
      [...this.#processes].map(async (child) => {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }

  #running(): ChildProcess {
    if (!this.#current) throw new Error(`${this.name} was never started`);
    return this.#current;
  }
}
