import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { giveUnix } from '@realmkeep/sockets';
import { hasGroups, makeGroups, removeGroups, removeGroupsNamed } from './bounds/cgroup.ts';
import { describeBounds } from './bounds/enforcement.ts';
import type { Engine, FileAgentOrder, LaunchedFileAgent } from './engine.ts';
import { drawGiven } from './file-agents/draw-picture.ts';
import { takeLock } from './folder/realm-lock.ts';
import type { LocalPlace } from './local-place.ts';
import { fileAgentLimits, type FileAgentProcess, launchFileAgent, programFiles } from './process/launch.ts';
import { killRun, runLives } from './process/process-identity.ts';
import { fileAgentGroups, groupName, startProcess } from './process/start-process.ts';
import type { Ways } from './way-out/ways.ts';

/** On a busy machine a start takes seconds; one that works may be silent for as long. */
const startWithinMs = 30_000;

/** Runs realms as processes of this machine: docs/decisions/012-local-driver.md. */
export function processEngine(place: Omit<LocalPlace, 'engine'>, ways: Ways): Engine {
  const { dir, bounds } = place;
  const { cgroups } = bounds;
  return {
    driver: 'local',
    enforcement: async () => ({ ...describeBounds(bounds), wayOut: await ways.obstacle() }),
    start: (paths, spec, fencingToken) => startProcess(place, ways, paths, spec, fencingToken),
    exitOf: () => null,
    lives: ({ lock }, record) => runLives(record, lock),
    kill: ({ lock }, record, signal) => killRun(record, lock, signal),
    // The process holds it for as long as it lives.
    holdOff: ({ lock }) => takeLock(lock),
    hasLeft: (realmId) => ways.isOpen(realmId) || (cgroups !== null && hasGroups(cgroups, groupName(dir, realmId))),
    clear: async (realmId) => {
      if (cgroups !== null) await removeGroups(cgroups, groupName(dir, realmId));
      await ways.close(realmId);
    },
    clearUnknown: async (isKnown) => {
      for (const realmId of await ways.list()) if (!isKnown(realmId)) await ways.close(realmId);
    },
    launchFileAgent: (order) => launch(place, order),
    clearFileAgents: async (realmId, isOver) => {
      if (cgroups !== null) await removeGroupsNamed(cgroups, fileAgentGroups(groupName(dir, realmId)), isOver);
    },
    draw: (middle, regions) => drawGiven(place, middle, regions),
  };
}

async function launch(
  { bounds, dir, program }: Omit<LocalPlace, 'engine'>,
  { realmId, paths, uid, until }: FileAgentOrder,
): Promise<LaunchedFileAgent> {
  const { cgroups } = bounds;
  const group = `${fileAgentGroups(groupName(dir, realmId))}${process.pid}`;
  const groups = cgroups === null ? [] : await makeGroups(cgroups, group, fileAgentLimits);
  const room = { folder: paths.folder, programs: programFiles(program), hosts: null, network: null, names: null };
  const given = { program, bounds, limits: fileAgentLimits, uid, room, groups };
  const child = giveUnix(paths.fileAgent, { mode: 0o600 }, (socketFd) =>
    launchFileAgent({ ...given, socketFd, until: until() }),
  );
  if (child.pid === undefined) throw (await once(child, 'error'))[0];
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2048)));
  child.stdin.on('error', () => undefined);
  // Not its 'close': whoever has taken it over may have handed its output on.
  const ended = once(child, 'exit').then(() => void [child.stdout, child.stderr].map((output) => output.destroy()));
  // Not by the end of its input alone: its realm may have stopped it (signal(7)). What it had half written is out of sight.
  const kill = (): void => void child.kill('SIGKILL');
  return { begun: hasBegun(child), ended, kill, said: () => said };
}

/** Whether it has said a line before its end. */
async function hasBegun(child: FileAgentProcess): Promise<boolean> {
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(startWithinMs);
  const line = once(lines, 'line', { signal }).then(() => true);
  return Promise.race([line, once(child, 'exit', { signal }).then(() => false)]).catch(() => false);
}
