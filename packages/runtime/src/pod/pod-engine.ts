import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { controlDescriptor, gameDescriptor, type RealmLimits, type RealmSpec } from '@realmkeep/realm-protocol';
import { giveUnix } from '@realmkeep/sockets';
import type { OpenRegion, PicturedLand } from '../land.ts';
import { noWalls, type RuntimeEnforcement } from '../runtime.ts';
import type { Engine, FileAgentOrder, LaunchedFileAgent, Started } from '../local/engine.ts';
import { drawnBy } from '../local/file-agents/draw-picture.ts';
import { newRunLog, prepareFolder } from '../local/folder/realm-folder.ts';
import type { RealmPaths } from '../local/folder/realm-paths.ts';
import { readRun, type RunRecord, writeRun } from '../local/folder/realm-record.ts';
import type { LocalPlace } from '../local/local-place.ts';
import { followFileAgent } from '../local/process/file-agent-process.ts';
import { drawCommand, fileAgentCommand, type FileAgentProcess, serverCommand } from '../local/process/launch.ts';
import { assertWorld, exitOf } from '../local/process/start-process.ts';

type Place = Omit<LocalPlace, 'engine'>;

/** Of util-linux, where the image has it. */
const prlimit = '/usr/bin/prlimit';
/** Threads of this process and of a file agent, which have the realm's user. */
const besideThreads = 96;
/** After standard input, output and error. */
const firstRegionFd = 3;

/**
 * Runs the realm of a pod as a child of this process, which is the pod's first: docs/decisions/096-kubernetes-driver.md. User, memory, processor,
 * files and network are the pod's; there is no shell, nor any program other than Node and a Java. There is no other driver of this place, as
 * the pod's name is unique.
 */
export class PodEngine implements Engine {
  readonly driver = 'pod';
  readonly isShared = false;
  readonly #place: Place;
  readonly #databaseDoor: string | null;
  #run: { child: ChildProcess; record: RunRecord } | null = null;
  #isHeld = false;

  /** @param databaseDoor the folder of the socket that leads to the realm's database; null: nothing does */
  constructor(place: Place, databaseDoor: string | null) {
    this.#place = place;
    this.#databaseDoor = databaseDoor;
  }

  /** The cluster knows more about what surrounds the pod. */
  async enforcement(): Promise<RuntimeEnforcement> {
    return {
      memory: 'Kubernetes',
      cpu: 'Kubernetes',
      processes: existsSync(prlimit) ? 'prlimit' : 'none',
      disk: 'counted',
      ownUser: true,
      walls: { ...noWalls, why: 'the pod is a wall; what stands around it is not seen from within' },
      wayOut: null,
    };
  }

  async start(paths: RealmPaths, spec: RealmSpec, fencingToken: number): Promise<Started | null> {
    using hold = this.#hold();
    if (hold === null) return null;
    const { program } = this.#place;
    assertWorld(paths, spec);
    await mkdir(paths.driver, { recursive: true, mode: 0o700 });
    const uid = ownUser();
    await prepareFolder(paths, spec, uid);
    const before = readRun(paths);
    const logFd = newRunLog(paths, uid);
    try {
      const startedAt = Date.now();
      const databaseDoor = spec.kernel === 'sandbox' ? null : this.#databaseDoor;
      const command = serverCommand({ ...spec, program, fencingToken, folder: paths.folder, databaseDoor });
      const child = giveUnix(paths.control, { mode: 0o600 }, (controlFd) =>
        giveUnix(paths.game, { mode: 0o600 }, (gameFd) => {
          const stdio: ('ignore' | number)[] = ['ignore', logFd, logFd, 'ignore'];
          stdio[controlDescriptor] = controlFd;
          stdio[gameDescriptor] = gameFd;
          return this.#spawn([...bounded(spec.limits), ...command], stdio, paths.folder);
        }),
      );
      if (child.pid === undefined) throw (await once(child, 'error'))[0];
      const record = { pid: child.pid, fencingToken, startedAt };
      writeRun(paths, record);
      this.#run = { child, record };
      return { record, before, exit: exitOf(child) };
    } finally {
      closeSync(logFd);
    }
  }

  exitOf(): null {
    return null;
  }

  /** What another pod has started has ended with it. */
  lives(_paths: RealmPaths, { fencingToken, startedAt }: RunRecord): boolean {
    const { child, record } = this.#run ?? {};
    return record?.fencingToken === fencingToken && record.startedAt === startedAt && isAlive(child);
  }

  kill(paths: RealmPaths, record: RunRecord, signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.lives(paths, record)) this.#run?.child.kill(signal);
  }

  async holdOff(): Promise<Disposable | null> {
    return this.#hold();
  }

  hasLeft(): boolean {
    return false;
  }

  async clear(): Promise<void> {}

  async clearUnknown(): Promise<void> {}

  async launchFileAgent({ paths, until }: FileAgentOrder): Promise<LaunchedFileAgent> {
    const command = fileAgentCommand(this.#place.program, String(until()), paths.folder);
    const child = giveUnix(paths.fileAgent, { mode: 0o600 }, (fd) =>
      this.#spawn(command, ['pipe', 'pipe', 'pipe', fd], '/'),
    );
    return followFileAgent(child as FileAgentProcess);
  }

  async clearFileAgents(): Promise<void> {}

  draw({ x, z }: Pick<PicturedLand, 'x' | 'z'>, regions: readonly OpenRegion[]): Promise<Buffer> {
    const order = { x, z, regions: regions.map((region, i) => ({ ...region, fd: firstRegionFd + i })) };
    const stdio = ['pipe' as const, 'pipe' as const, 'pipe' as const, ...regions.map(({ fd }) => fd)];
    const child = this.#spawn(drawCommand(this.#place.program, order), stdio, '/');
    return drawnBy(child as FileAgentProcess, this.#place.closing);
  }

  #spawn([file = '', ...args]: string[], stdio: ('ignore' | 'pipe' | number)[], cwd: string): ChildProcess {
    return spawn(file, args, { cwd, env: this.#place.program.env, stdio });
  }

  #hold(): Disposable | null {
    if (this.#isHeld || isAlive(this.#run?.child)) return null;
    this.#isHeld = true;
    return { [Symbol.dispose]: () => void (this.#isHeld = false) };
  }
}

/** Pods have no limit on processes of their own; this one limits those of the realm's user. */
function bounded({ processes }: RealmLimits): string[] {
  return existsSync(prlimit) ? [prlimit, `--nproc=${processes + besideThreads}`, '--'] : [];
}

function isAlive(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null;
}

function ownUser(): number {
  return process.getuid?.() ?? 0;
}
