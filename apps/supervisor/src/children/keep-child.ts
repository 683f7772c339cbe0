import { fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { totalmem } from 'node:os';
import type { SystemUser } from '@realmkeep/postgres';
import type { HeldSocket } from '@realmkeep/sockets';
import { Backoff } from './backoff.ts';
import { onLines } from './lines.ts';
import { LogFile } from './log-file.ts';
import { identify, type ProcessIdentity } from './run-file.ts';
import { StartError } from '../start-error.ts';
import { WarningFilter } from '../terminal.ts';

export interface ChildPlan {
  name: 'api' | `api ${number}` | 'gateway' | 'guests' | 'host' | 'sandbox';
  script: string;
  folder: string;
  log: string;
  /** null: the same as this process. */
  user: SystemUser | null;
  /** The sockets it listens on, by the environment variable with the descriptor, or with several, which have blanks between. */
  sockets: Readonly<Record<string, HeldSocket | HeldSocket[] | null>>;
  /** Read at each start. */
  environment: () => NodeJS.ProcessEnv;
  /** How long it may take until it says that it is ready, without the time from `{upgrading: true}` to `{upgrading: false}`. */
  readyMs: number;
  /** How it is asked to end, for good or to be started again, and how long that may take before it is killed. */
  askToStop: (child: ChildProcess, forGood: boolean) => void;
  stopMs: number;
  /** Whether the processes it started outlive it, and end only when it is asked to end for good. */
  isOutlived: boolean;
  /** What else it says over IPC. */
  onMessage?: (message: unknown, child: ChildProcess) => void;
  /** Lines for the operator. */
  say: (line: string) => void;
  /** Called when a process starts and when one ends. */
  onChange: () => void;
}

type Stdio = ('ignore' | 'inherit' | 'pipe' | 'ipc' | number)[];

/** A child process that is started again whenever it ends. */
export interface KeptChild {
  /** The running processes: the serving one first. */
  identities(): ProcessIdentity[];
  /** Ends the process; it is started again with a new environment. */
  restart(): void;
  /** Ends the process for good. */
  stop(): Promise<void>;
}

/** After this long the operator learns that a database is being brought to another version. */
const upgradeToldMs = 5000;
/** Of those that took their leave so many may stay. */
const maxLeaving = 4;

/** V8's young generation, in MiB: its default of 16 costs an api with many realms some 100 MB, and saves hardly any time (decision 135). */
export const smallYoungGeneration = '--max-semi-space-size=4';
/**
 * V8's old generation, in MiB: enough for an api with 100,000 running realms, and at most half of the memory, as by default. Where it may take more than 2 GiB, V8 collects only when there is up
 * to four times as much as is in use; below that less, the smaller it is (MaxGrowingFactor in its memory-controller.cc; decision 135).
 */
export const boundedOldGeneration = `--max-old-space-size=${Math.min(1024, Math.floor(totalmem() / 2 ** 21))}`;

/**
 * Starts a child and keeps it running. It sends `{ready: true}` over IPC when it serves, and ends by itself when that
 * channel closes. One that sends `{leaving: true}` serves only its present clients, and its successor starts at once beside it. It is in a process
 * group of its own: Ctrl-C reaches only this process, which ends all in order.
 * @throws StartError if the first process ends, or is late, before it is ready
 */
export async function keepChild(plan: ChildPlan): Promise<KeptChild> {
  const log = new LogFile(plan.log);
  const backoff = new Backoff();
  const stopping = new AbortController();
  /** In the order of leaving. */
  const leaving = new Set<RunningChild>();
  let current = startChild(plan, log);
  plan.onChange();

  const problem = await current.ready;
  if (problem) {
    await current.end(true);
    plan.onChange();
    throw new StartError(`The ${plan.name} ${problem}. Its last words:\n${current.tail()}\nMore of them: ${plan.log}`);
  }

  async function keep(): Promise<void> {
    for (;;) {
      const how = await Promise.race([current.ended, current.leaves]);
      plan.onChange();
      if (how === null) letLeave(current);
      if (stopping.signal.aborted) return;
      if (how === null) plan.say(`The ${plan.name} takes no more players. Another starts beside it.`);
      else {
        const wait = backoff.after(Date.now() - current.since);
        plan.say(`The ${plan.name} ${how}. It starts again in ${wait / 1000} s.`);
        await delay(wait, undefined, { signal: stopping.signal }).catch(() => {});
      }
      // It ended by itself a moment before: started once more, to end what it left behind.
      if (stopping.signal.aborted && !plan.isOutlived) return;
      current = startChild(plan, log);
      plan.onChange();
      const problem = await current.ready;
      if (problem || stopping.signal.aborted) await current.end(stopping.signal.aborted);
      else plan.say(`The ${plan.name} runs again.`);
    }
  }
  const kept = keep();

  function letLeave(child: RunningChild): void {
    leaving.add(child);
    void child.ended.finally(() => {
      leaving.delete(child);
      plan.onChange();
    });
    const [first] = leaving;
    if (leaving.size > maxLeaving) void first?.end(true);
  }

  let stopped: Promise<void> | null = null;
  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all([current, ...leaving].map((child) => child.end(true)));
    await kept;
    await Promise.all([...leaving].map((child) => child.end(true)));
    log.close();
  }

  return {
    identities: () => [current, ...leaving].flatMap(({ identity }) => identity ?? []),
    restart: () => void current.end(false),
    stop: () => (stopped ??= stop()),
  };
}

/** Hands sockets to a child beside its first descriptors. @returns its `stdio`, and the variables that name the sockets' descriptors */
export function handOver(first: Stdio, sockets: ChildPlan['sockets']): { stdio: Stdio; names: Record<string, string> } {
  const stdio = [...first];
  const names: Record<string, string> = {};
  for (const [name, held] of Object.entries(sockets)) {
    if (held)
      names[name] = [held]
        .flat()
        .map(({ fd }) => stdio.push(fd) - 1)
        .join(' ');
  }
  return { stdio, names };
}

type RunningChild = ReturnType<typeof startChild>;

function startChild(plan: ChildPlan, log: LogFile) {
  const { stdio, names } = handOver(['ignore', 'pipe', 'pipe', 'ipc'], plan.sockets);
  const child = fork(plan.script, [], {
    cwd: plan.folder,
    env: { ...plan.environment(), ...names },
    // No inspector, which any process of its user could start.
    execArgv: ['--disable-sigusr1', smallYoungGeneration, boundedOldGeneration],
    detached: true,
    stdio,
    ...plan.user,
  });
  offerMemory(child.pid);
  const recent: string[] = [];
  const warnings = new WarningFilter(plan.name, plan.say);
  for (const stream of ['stdout', 'stderr'] as const) {
    const output = child[stream];
    if (!output) continue;
    output.on('data', (bytes: Buffer) => log.write(bytes));
    onLines(output, (line) => {
      recent.push(line.slice(0, 1000));
      if (recent.length > 15) recent.shift();
      warnings.line(line, stream);
    });
  }

  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`cannot be started (${error.message})`));
    child.once('close', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`));
  });
  if (plan.onMessage) child.on('message', (message) => plan.onMessage?.(message, child));
  const deadline = new Deadline(plan);
  child.on('message', (message) => deadline.heard(message));
  const ready = Promise.race([
    new Promise<null>((resolve) => child.on('message', (message) => says(message, 'ready') && resolve(null))),
    ended,
    deadline.passed,
  ]).finally(() => deadline.end());

  const leaves = new Promise<null>((resolve) =>
    child.on('message', (message) => says(message, 'leaving') && resolve(null)),
  );

  return {
    identity: child.pid === undefined ? null : identify(child.pid),
    since: Date.now(),
    ended,
    /** Resolves when it serves only whom it has. */
    leaves,
    /** null, or why it does not serve. */
    ready,
    tail: () => recent.join('\n'),
    async end(forGood: boolean): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      plan.askToStop(child, forGood);
      const patience = new AbortController();
      const late = await Promise.race([
        ended.then(() => false),
        ...(forGood ? [] : [leaves.then(() => false)]),
        delay(plan.stopMs, true, { signal: patience.signal }).catch(() => false),
      ]);
      patience.abort();
      if (late) {
        plan.say(`The ${plan.name} does not end: it is killed.`);
        child.kill('SIGKILL');
      }
      await (forGood ? ended : Promise.race([ended, leaves]));
    },
  };
}

/** Until when a child has to be ready. The time in which it brings the database to its version, or waits for that, does not count. */
class Deadline {
  readonly #plan: ChildPlan;
  readonly #passed = Promise.withResolvers<string>();
  /** Resolves with what is wrong. */
  readonly passed = this.#passed.promise;
  #timer: NodeJS.Timeout | undefined;

  constructor(plan: ChildPlan) {
    this.#plan = plan;
    this.#begin();
  }

  heard(message: unknown): void {
    if (typeof message !== 'object' || message === null || !('upgrading' in message)) return;
    this.end();
    if (message.upgrading !== true) return this.#begin();
    const said = `The ${this.#plan.name} waits until the database is of its version, which may take minutes.`;
    this.#timer = setTimeout(() => this.#plan.say(said), upgradeToldMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #begin(): void {
    const { readyMs } = this.#plan;
    this.#timer = setTimeout(() => this.#passed.resolve(`was not ready within ${readyMs / 1000} s`), readyMs);
  }
}

/** When the machine has no memory left, its kernel takes realms (800) before this, and this before the database: proc(5). */
function offerMemory(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '200');
  } catch {
    // It did not start.
  }
}

function says(message: unknown, word: 'ready' | 'leaving'): boolean {
  return typeof message === 'object' && message !== null && (message as Record<string, unknown>)[word] === true;
}

/**
 * Asked over IPC to shut down, the api and a host save and stop their realms, and the gateway disconnects its players; asked to leave, an api beside
 * another ends at once. With a signal none of that happens, and work under way may finish.
 */
export function askToStop(child: ChildProcess, forGood: boolean, type: 'shutdown' | 'leave' = 'shutdown'): void {
  // A channel that closes at this moment makes it end as well.
  if (forGood && child.connected) child.send({ type }, () => {});
  else child.kill('SIGTERM');
}
