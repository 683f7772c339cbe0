import { createHash, randomBytes } from 'node:crypto';
import { closeSync, existsSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { RuntimeError, type RuntimeEnforcement } from '../runtime.ts';
import { limitUser } from '../local/bounds/disk-quota.ts';
import { describeBounds } from '../local/bounds/enforcement.ts';
import type { Engine, FileAgentOrder, LaunchedFileAgent, Started } from '../local/engine.ts';
import { folderOwner, newRunLog, prepareFolder } from '../local/folder/realm-folder.ts';
import { takeLock } from '../local/folder/realm-lock.ts';
import { type RealmPaths, realmPaths } from '../local/folder/realm-paths.ts';
import { readRun, restoreRun, type RunRecord, writeRun } from '../local/folder/realm-record.ts';
import type { LocalPlace } from '../local/local-place.ts';
import { fileAgentCommand, fileAgentLimits, serverCommand } from '../local/process/launch.ts';
import { killRun, runLives } from '../local/process/process-identity.ts';
import { endOf, type Exit } from '../local/process/realm-run.ts';
import { assertWorld, doorOf, groupName, userOf } from '../local/process/start-process.ts';
import { groupOf } from '../local/user/realm-user.ts';
import type { Ways } from '../local/way-out/ways.ts';
import { startAttached } from './attached.ts';
import { labelOf, type Labels, realmMounts, type Role } from './container.ts';
import { Containers, type Inspected } from './containers.ts';
import type { DockerClient } from './docker-client.ts';
import { drawInContainer } from './draw-in-container.ts';
import type { RealmImages } from './realm-images.ts';
import { takeSocket } from './take-socket.ts';

const socketsWithinMs = 20_000;
const beginWithinMs = 15_000;
const lookEveryMs = 10;
const askAgainMs = 1000;
const lockAgainMs = 50;

type Place = Omit<LocalPlace, 'engine'>;

/** Runs each realm in a container of its own, and its file agent in another: docs/decisions/090-docker-driver.md. */
export class DockerEngine implements Engine {
  readonly driver = 'docker';
  readonly isShared = true;
  readonly #place: Place;
  readonly #containers: Containers;
  readonly #images: RealmImages;
  readonly #ways: Ways;
  /** Identifies this data folder's containers. */
  readonly #name: string;
  /** Realms of which a container was there when this began. */
  #found = new Set<string>();

  private constructor(place: Place, docker: DockerClient, images: RealmImages, ways: Ways) {
    this.#place = place;
    this.#ways = ways;
    this.#containers = new Containers(docker);
    this.#images = images;
    this.#name = createHash('sha256').update(place.dir).digest('hex').slice(0, 8);
  }

  /** @throws RuntimeError unreachable */
  static async open(place: Place, docker: DockerClient, images: RealmImages, ways: Ways): Promise<DockerEngine> {
    const engine = new DockerEngine(place, docker, images, ways);
    for (const { Id, State, Labels } of await engine.#containers.list({ place: engine.#name, role: 'realm' })) {
      const realm = labelOf(Labels, 'realm');
      engine.#found.add(realm);
      if (State === 'exited') await engine.#keepLines(realmPaths(place.dir, realm), Id);
    }
    return engine;
  }

  async enforcement(): Promise<RuntimeEnforcement> {
    const info = await this.#containers.docker.call<{ CgroupVersion?: string; SecurityOptions?: string[] | null }>(
      'GET',
      '/info',
    );
    const group = info.CgroupVersion === '2' ? 'cgroup v2' : 'cgroup v1';
    const calls = (info.SecurityOptions ?? []).some((option) => option.startsWith('name=seccomp'));
    const why = calls ? null : 'this Docker filters no system calls';
    const { disk, ownUser } = describeBounds(this.#place.bounds);
    const walls = { network: true, processes: true, files: true, calls, why };
    const wayOut = await this.#ways.obstacle();
    return { memory: group, cpu: group, processes: group, disk, ownUser, walls, wayOut };
  }

  async start(paths: RealmPaths, spec: RealmSpec, fencingToken: number): Promise<Started | null> {
    assertWorld(paths, spec);
    await mkdir(paths.driver, { recursive: true, mode: 0o700 });
    using lock = await this.holdOff(paths);
    if (lock === null) return null;
    const uid = userOf(this.#place, spec.number);
    await this.clear(spec.realmId);
    await prepareFolder(paths, spec, uid);
    if (this.#place.bounds.quota && spec.limits.disk) await limitUser(this.#place.dir, uid, spec.limits.disk);
    for (const path of [paths.control, paths.game, paths.log]) rmSync(path, { force: true });
    const before = readRun(paths);
    const startedAt = Date.now();
    const sockets = this.#socketsOf(paths, fencingToken);
    const databaseDoor = await doorOf(this.#place, spec);
    const command = [
      ...serverCommand({
        ...spec,
        program: this.#images.program,
        fencingToken,
        folder: paths.folder,
        databaseDoor,
      }),
      '--sockets',
      sockets,
    ];
    const shown = { names: spec.java ? await this.#ways.names() : null, databaseDoor };
    const labels = {
      ...this.#labels('realm', spec.realmId),
      run: String(fencingToken),
      startedAt: String(startedAt),
      ...(spec.java && { way: String(spec.number) }),
    };
    try {
      const container = await this.#containers.create(this.#nameOf(spec.realmId), {
        ...this.#order(uid, command),
        image: this.#imageFor(spec),
        mounts: realmMounts(paths.folder, spec, shown),
        limits: spec.limits,
        labels,
        isAttached: false,
      });
      writeRun(paths, { pid: 0, fencingToken, startedAt, container });
      await this.#containers.start(container);
      const found = await this.#containers.inspect(container);
      const record = { pid: found?.State.Pid ?? 0, fencingToken, startedAt, container };
      const exit = this.#exitOf(paths, record);
      // It has no connection until then; its Java starts when the sockets have been taken.
      if (spec.java && this.lives(paths, record)) await this.#openWay(paths, spec.number, record);
      await Promise.race([this.#takeSockets(paths, record), exit.ended]);
      // From now on it is found to run.
      writeRun(paths, record);
      return { record, before, exit };
    } catch (error) {
      await this.clear(spec.realmId).catch(() => undefined);
      restoreRun(paths, before);
      if (error instanceof RuntimeError) throw error;
      throw new RuntimeError('start_failed', error instanceof Error ? error.message : String(error));
    }
  }

  exitOf(paths: RealmPaths, record: RunRecord): Exit | null {
    if (record.container === undefined) return null;
    this.#finishStart(paths, record).catch((error: unknown) => {
      process.stderr.write(`failed to finish the start of realm ${realmOf(paths)}: ${String(error)}\n`);
    });
    return this.#exitOf(paths, record);
  }

  #exitOf(paths: RealmPaths, record: RunRecord): Exit {
    const letGo = new AbortController();
    const signal = AbortSignal.any([letGo.signal, this.#place.closing]);
    return { ended: this.#end(paths, record, signal), letGo: () => letGo.abort() };
  }

  lives({ lock }: RealmPaths, record: RunRecord): boolean {
    return runLives(record, lock);
  }

  kill({ lock }: RealmPaths, record: RunRecord, signal: 'SIGTERM' | 'SIGKILL'): void {
    if (record.container === undefined) killRun(record, lock, signal);
    // Those who wait for its end notice that it does not come.
    else this.#containers.kill(record.container, signal).catch(() => undefined);
  }

  /** A container's name is unique, and a working driver holds the lock. A running container without a record is recorded. */
  async holdOff(paths: RealmPaths): Promise<Disposable | null> {
    const lock = await takeLock(paths.lock);
    if (lock === null) return null;
    try {
      const found = await this.#containers.inspect(this.#nameOf(realmOf(paths)));
      if (!found?.State.Running) return lock;
      this.#note(paths, found);
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
    lock[Symbol.dispose]();
    return null;
  }

  hasLeft(realmId: string): boolean {
    return this.#found.has(realmId) || this.#ways.isOpen(realmId);
  }

  async clear(realmId: string): Promise<void> {
    await this.#containers.remove(this.#nameOf(realmId));
    this.#found.delete(realmId);
    await this.#ways.close(realmId);
  }

  async clearUnknown(isKnown: (realmId: string) => boolean): Promise<void> {
    for (const realmId of new Set([...this.#found, ...(await this.#ways.list())]))
      if (!isKnown(realmId)) await this.clear(realmId);
  }

  async launchFileAgent({ realmId, paths, uid, until }: FileAgentOrder): Promise<LaunchedFileAgent> {
    // Marks its presence for other drivers' file agents.
    writeFileSync(paths.fileAgent, '', { mode: 0o600 });
    const socket = join(paths.folder, `.file-agent-${randomBytes(6).toString('hex')}`);
    const command = [...fileAgentCommand(this.#images.program, String(until()), paths.folder), socket];
    const serves = Promise.withResolvers<boolean>();
    const order = {
      ...this.#order(uid, command),
      mounts: [{ path: paths.folder, isWritable: true }],
      labels: { ...this.#labels('files', realmId), driver: String(process.pid) },
    };
    const name = `${this.#nameOf(realmId)}-files-${randomBytes(4).toString('hex')}`;
    const attached = await startAttached(this.#containers, name, order, () => {
      // It says its line when it listens.
      if (existsSync(socket)) serves.resolve(takeSocket(socket, paths.fileAgent, null));
    });
    void attached.ended.then(() => serves.resolve(false));
    const late = sleep(beginWithinMs, false, { ref: false });
    return { ...attached, begun: Promise.race([serves.promise, late]) };
  }

  async clearFileAgents(realmId: string, isOver?: (driver: string) => boolean): Promise<void> {
    for (const { Id, Labels } of await this.#containers.list({ place: this.#name, realm: realmId, role: 'files' })) {
      if (isOver === undefined || isOver(labelOf(Labels, 'driver'))) await this.#containers.remove(Id);
    }
  }

  draw: Engine['draw'] = (middle, regions) => {
    const uid = this.#place.bounds.users ?? process.getuid?.() ?? 0;
    const order = { ...this.#order(uid, []), labels: { ...this.#labels('picture', ''), driver: String(process.pid) } };
    return drawInContainer(this.#containers, this.#place, { ...order, program: this.#images.program }, middle, regions);
  };

  #order(uid: number, command: readonly string[]) {
    const { realm, program } = this.#images;
    return { image: realm, command, env: program.env, user: { uid, gid: groupOf(uid) }, limits: fileAgentLimits };
  }

  /**
   * Completes a start in which a driver was killed. Its Java server has not started while a socket has not been taken, so
   * a new way out breaks no connections.
   */
  async #finishStart(paths: RealmPaths, record: RunRecord): Promise<void> {
    const found = await this.#containers.inspect(record.container ?? '');
    const number = Number(labelOf(found?.Config.Labels ?? null, 'way'));
    const hasSockets = (): boolean => existsSync(paths.control) && existsSync(paths.game);
    const hasWay = (): boolean => number === 0 || this.#ways.isOpen(realmOf(paths));
    while (!(hasSockets() && hasWay()) && this.lives(paths, record) && !this.#place.closing.aborted) {
      using lock = await takeLock(paths.lock);
      if (lock !== null) {
        if (number > 0 && !(hasSockets() && hasWay())) await this.#openWay(paths, number, record);
        return await this.#takeSockets(paths, record);
      }
      // Another driver is at it.
      await sleep(lockAgainMs);
    }
  }

  /** A realm that has ended meanwhile gets none. */
  async #openWay(paths: RealmPaths, number: number, record: RunRecord): Promise<void> {
    const lives = (): boolean => this.lives(paths, record);
    await this.#ways.open(realmOf(paths), number, { pid: record.pid, lives }).catch((error: unknown) => {
      if (lives()) throw error;
    });
  }

  #labels(role: Role, realm: string): Labels {
    return { place: this.#name, role, realm };
  }

  #nameOf(realmId: string): string {
    return `realm-${groupName(this.#place.dir, realmId)}`;
  }

  #imageFor({ java }: RealmSpec): string {
    if (java === undefined) return this.#images.realm;
    const image = this.#images.java[java.runtime];
    if (image === undefined) throw new RuntimeError('start_failed', `there is no image with ${java.runtime}`);
    return image;
  }

  /** The prefix of a run's socket paths: different for each run, so leftovers of earlier ones do not matter. */
  #socketsOf({ folder }: RealmPaths, fencingToken: number): string {
    return join(folder, `.run-${fencingToken}`);
  }

  /** Moves both sockets out of the realm's reach once they exist; waits as long as the realm lives. */
  async #takeSockets(paths: RealmPaths, record: RunRecord): Promise<void> {
    const from = this.#socketsOf(paths, record.fencingToken);
    const deadline = Date.now() + socketsWithinMs;
    const wanted = [
      { from: `${from}-control`, to: paths.control, owner: null },
      { from: `${from}-game`, to: paths.game, owner: this.#place.gateway },
    ];
    for (let left = wanted; Date.now() < deadline; await sleep(lookEveryMs)) {
      left = left.filter((one) => !takeSocket(one.from, one.to, one.owner));
      if (left.length === 0 || this.#place.closing.aborted || !this.lives(paths, record)) return;
    }
  }

  #note(paths: RealmPaths, { Id, State, Config }: Inspected): void {
    const record = readRun(paths);
    if (record?.container === Id && record.pid === State.Pid) return;
    const [fencingToken, startedAt] = (['run', 'startedAt'] as const).map((name) =>
      Number(labelOf(Config.Labels, name)),
    );
    writeRun(paths, { pid: State.Pid, fencingToken: fencingToken ?? 0, startedAt: startedAt ?? 0, container: Id });
  }

  async #end(paths: RealmPaths, record: RunRecord, signal: AbortSignal) {
    const { container = '' } = record;
    for (;;) {
      try {
        const code = await this.#containers.ended(container, signal);
        if (code !== null) await this.#keepLines(paths, container).catch(() => undefined);
        return endOf(code, null);
      } catch {
        if (signal.aborted) return new Promise<never>(() => undefined);
        // The engine is away: its containers go on, or have ended with it.
        await sleep(askAgainMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Stores the last output of a process where it is looked for. */
  async #keepLines(paths: RealmPaths, container: string): Promise<void> {
    const uid = folderOwner(paths);
    if (uid === null) return;
    const lines = await this.#containers.lastLines(container);
    const fd = newRunLog(paths, uid);
    try {
      writeSync(fd, lines);
    } finally {
      closeSync(fd);
    }
  }
}

function realmOf({ folder }: RealmPaths): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}
