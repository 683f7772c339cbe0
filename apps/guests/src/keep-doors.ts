import { statfs } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ClusterWatch, signalSession, type Size } from './cluster-watch.ts';
import type { Config } from './config.ts';
import { type Door, DoorFile } from './door-list.ts';
import { Doors } from './doors.ts';
import { judge, type Session } from './session-policy.ts';
import { ShutDoors } from './shut-doors.ts';
import { StubbornSessions } from './stubborn-sessions.ts';
import { TakenShares } from './taken-shares.ts';
import { connectUpstream } from './upstream.ts';

const lookMs = 500;
const sizesMs = 2_000;
/** When closed databases, which nobody writes to, are measured again. */
const closedAgainMs = 30_000;
/** A cluster that cannot be inspected for this long is restarted. */
const stuckMs = 15_000;

/**
 * Keeps the listed doors open, and checks what guests do in their cluster twice a second while it runs.
 * @param restart called with the reason if only a restart of the cluster helps
 */
export async function keepDoors(
  config: Config,
  log: Logger,
  restart: (why: string) => void,
): Promise<{ close(): Promise<void> }> {
  const file = new DoorFile(join(config.dir, 'doors.json'));
  const shut = new ShutDoors();
  const asked = new StubbornSessions(config.sessionsMay);
  const ids = new TakenShares(({ takesIds }) => takesIds);
  const catalogues = new TakenShares(({ altersShared }) => altersShared);
  /** Guests whose settings will be reset once their sessions have ended. */
  const toReset = new Set<string>();
  const full = new Map<string, { at: number; bytes: number }>();
  let isLow = false;
  /** Servers that the last who came did not reach. */
  const unreached = new Set<Door['server']>();
  const watch = config.clusterUrl === null ? null : new ClusterWatch(config.clusterUrl);

  const doors = new Doors(
    join(config.dir, 'doors'),
    {
      async connect({ server }) {
        const url = server === 'guests' ? config.clusterUrl : config.namedUrl;
        if (url === null) throw new Error('there is no server for it');
        try {
          const socket = await connectUpstream(url);
          if (unreached.delete(server)) log.warn({ server }, "the server of realms' databases is reached again");
          return socket;
        } catch (error) {
          if (!unreached.has(server))
            log.warn({ err: error, server }, "failed to reach the server of realms' databases");
          unreached.add(server);
          throw error;
        }
      },
      closed({ name, server, closedAboveBytes }) {
        const waits = shut.leftMs(name);
        if (waits > 0) {
          const words = `this realm took what all share: its database is closed for ${Math.ceil(waits / 1000)} s`;
          return { code: '53000', words };
        }
        if ((full.get(name)?.bytes ?? 0) > closedAboveBytes)
          return { code: '53100', words: 'this database is more than twice as large as it may be' };
        if (isLow && server === 'guests') return { code: '53100', words: 'the disk of the server is full' };
        return null;
      },
    },
    log,
  );

  async function lookAtSessions(): Promise<void> {
    if (!watch) return;
    const { sessions, queue, taken, grown } = await watch.sessions();
    for (const verdict of judge(sessions, queue, config.sessionsMay)) {
      const { pid, name, does, why } = verdict;
      if (asked.ask(verdict, does, why)) log.warn({ name, session: pid, does, why }, 'a session of a guest is ended');
      if (does !== 'shut') await signalSession(verdict, does);
      else await sendOff(name, sessions);
    }
    const found = {
      ids: ids.judge(sessions, taken, config.sessionsMay.ids),
      'shared catalogues': catalogues.judge(sessions, grown, config.sessionsMay.sharedBytes),
    };
    for (const [why, names] of Object.entries(found)) {
      for (const name of names) {
        log.warn({ name, why }, 'the sessions of a guest are ended');
        await sendOff(name, sessions);
      }
    }
    for (const name of found['shared catalogues']) toReset.add(name);
    await lookAtStubborn(sessions, queue);
    await resetSettings(watch, sessions);
    await lookAtDisk(sessions);
  }

  let restartedAt = 0;
  async function lookAtStubborn(sessions: readonly Session[], queue: number): Promise<void> {
    const stubborn = asked.among(sessions);
    for (const session of stubborn) {
      if (asked.ask(session, 'end', 'stubborn')) {
        log.warn(
          { name: session.name, session: session.pid },
          'a session of a guest does not end: its database is closed',
        );
        giveWay(session.pid);
      }
    }
    for (const name of new Set(stubborn.map(({ name }) => name))) await sendOff(name, sessions);
    const why = asked.bears(stubborn, queue);
    if (why === null || Date.now() - restartedAt < stuckMs) return;
    restartedAt = Date.now();
    restart(why);
  }

  async function resetSettings(watch: ClusterWatch, sessions: readonly Session[]): Promise<void> {
    const active = new Set(sessions.map(({ name }) => name));
    for (const name of toReset) {
      if (active.has(name)) continue;
      toReset.delete(name);
      await watch
        .resetSettings(name)
        .catch((error: unknown) => log.error({ err: error, name }, 'failed to reset a role'));
    }
  }

  async function sendOff(name: string, sessions: readonly Session[]): Promise<void> {
    shut.shut(name);
    await endAll(sessions.filter((session) => session.name === name));
  }

  async function endAll(sessions: readonly Session[]): Promise<void> {
    for (const session of sessions) {
      asked.ask(session, 'end', 'with all of its guest');
      await signalSession(session, 'end');
      doors.end(session.name);
    }
  }

  let sizesAt = 0;
  let freeThen = Infinity;
  async function lookAtDisk(sessions: readonly Session[]): Promise<void> {
    const { bavail, bsize } = await statfs(config.dir);
    const free = bavail * bsize;
    const wasLow = isLow;
    // Opened again only when there is somewhat more, so that they do not flap.
    isLow = free < config.floorBytes * (wasLow ? 1.25 : 1);
    if (isLow !== wasLow) log.warn({ free, isLow }, 'guests may write only while the disk has room');
    if (isLow) await endAll(sessions);
    const isFalling = freeThen - free > 32 * 1024 ** 2;
    if (!isFalling && Date.now() - sizesAt < sizesMs) return;
    sizesAt = Date.now();
    freeThen = free;
    await lookAtSizes(sessions);
  }

  /** Whether a closed database, which nobody writes to, is due. */
  function isDue(name: string): boolean {
    return Date.now() - (full.get(name)?.at ?? Infinity) > closedAgainMs;
  }

  async function lookAtSizes(sessions: readonly Session[]): Promise<void> {
    const active = new Set(sessions.map(({ name }) => name));
    const listed = new Map(file.doors.map((door) => [door.name, door]));
    for (const name of full.keys()) if (!listed.has(name)) full.delete(name);
    const names = [...listed.keys()].filter((name) => active.has(name) || isDue(name));
    const sizes = names.length === 0 ? new Map<string, Size>() : await watch?.sizes(names);
    for (const [name, size] of sizes ?? []) {
      const its = sessions.filter((session) => session.name === name);
      await hold(listed.get(name), size.bytes, its);
      await letFreeze(size, its);
    }
  }

  /** What no autovacuum can freeze is a temporary table, and that goes with its session. */
  async function letFreeze({ transactionAge, multixactAge }: Size, its: readonly Session[]): Promise<void> {
    const may = config.sessionsMay;
    if (transactionAge <= may.transactionAge && multixactAge <= may.multixactAge) return;
    for (const session of its.filter(({ ageS }) => ageS > may.holdingBackS)) {
      if (asked.ask(session, 'end', 'holds back ids'))
        log.warn({ name: session.name, why: 'holds back ids' }, 'a session of a guest is ended');
      await signalSession(session, 'end');
    }
  }

  async function hold(door: Door | undefined, bytes: number, its: readonly Session[]): Promise<void> {
    if (!door) return;
    const { name, closedAboveBytes } = door;
    if (bytes <= closedAboveBytes) return void full.delete(name);
    if (!full.has(name)) log.warn({ name, bytes, closedAboveBytes }, 'a database is too large and is closed');
    full.set(name, { at: Date.now(), bytes });
    await endAll(its);
  }

  let lookedAt = Date.now();
  async function look(): Promise<void> {
    await file.look();
    // What has been changed may have made room for it.
    await doors.become(file.doors);
    await lookAtSessions();
    lookedAt = Date.now();
  }

  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  let lastFault = '';
  async function round(): Promise<void> {
    try {
      await look();
      lastFault = '';
    } catch (error) {
      const fault = String(error);
      if (fault !== lastFault) log.error({ err: error }, 'failed to look at the databases of guests');
      lastFault = fault;
      if (Date.now() - lookedAt > stuckMs) {
        lookedAt = Date.now();
        restart('it does not let itself be watched');
      }
    }
    if (!ended) timer = setTimeout(() => void round(), lookMs);
  }
  await round();
  if (config.tcpPort !== null) await doors.listenTcp(config.tcpPort);

  return {
    async close() {
      ended = true;
      clearTimeout(timer);
      await doors.close();
      await watch?.close();
    },
  };
}

/** The processor is shared: others go first. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended meanwhile.
  }
}
