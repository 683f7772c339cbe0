import { giveUnix } from '@realmkeep/sockets';
import { endStart, hasGroups, makeGroups, removeGroups, removeGroupsNamed } from './bounds/cgroup.ts';
import { describeBounds } from './bounds/enforcement.ts';
import type { Engine, FileAgentOrder, LaunchedFileAgent } from './engine.ts';
import { drawGiven } from './file-agents/draw-picture.ts';
import { takeLock } from './folder/realm-lock.ts';
import type { LocalPlace } from './local-place.ts';
import { followFileAgent } from './process/file-agent-process.ts';
import { fileAgentLimits, launchFileAgent, programFiles } from './process/launch.ts';
import { killRun, runLives } from './process/process-identity.ts';
import { fileAgentGroups, groupName, startProcess } from './process/start-process.ts';
import type { Ways } from './way-out/ways.ts';

/** Runs realms as processes of this machine: docs/decisions/012-local-driver.md. */
export function processEngine(place: Omit<LocalPlace, 'engine'>, ways: Ways): Engine {
  const { dir, bounds } = place;
  const { cgroups } = bounds;
  return {
    driver: 'local',
    isShared: true,
    enforcement: async () => ({ ...describeBounds(bounds), wayOut: await ways.obstacle() }),
    start: (paths, spec, fencingToken) => startProcess(place, ways, paths, spec, fencingToken),
    endStart: async (realmId) => {
      if (cgroups !== null) await endStart(cgroups, groupName(dir, realmId));
    },
    exitOf: () => null,
    lives: ({ lock }, record) => runLives(record, lock),
    kill: ({ lock }, record, signal) => killRun(record, lock, signal),
    // The process holds it as long as it lives.
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
  return followFileAgent(child);
}
