import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idleCosts, type IdleCosts } from './realm/idle.ts';
import { bareRealmNode, realmServer } from './realm/targets.ts';

/**
 * What an empty realm costs when fifty run side by side, compared with fifty bare Node processes with the same flags in the same run:
 * `node bench/idle-realms.ts` after `npm run build`, about four minutes, 2 GB at most. Memory is private memory, as in bench/realm.ts.
 */

const count = 50;
const times = { settleMs: 45_000, idleMs: 60_000 };
const aim = { megabytes: 30, cpuPercent: 0.1 };

const folder = await mkdtemp(join(tmpdir(), 'idle-realms-'));
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));

const bare = await idleCosts(bareRealmNode, { folder, count: count, ...times });
const realms = await idleCosts(realmServer, { folder, count: count, ...times });
console.log(line(`${count} of ${bareRealmNode.name}`, bare));
console.log(line(`${count} of ${realmServer.name}`, realms));
console.log(
  `ratio ${(realms.meanMegabytes / bare.meanMegabytes).toFixed(2)} in memory; aims: ${aim.megabytes} MB, ${aim.cpuPercent} % of a core each`,
);

function line(name: string, { meanMegabytes, mostMegabytes, meanCpuPercent, mostCpuPercent }: IdleCosts): string {
  return (
    `${name.padEnd(34)} ${meanMegabytes.toFixed(1).padStart(5)} MB private (most ${mostMegabytes.toFixed(1)})   ` +
    `${meanCpuPercent.toFixed(3)} % of a core (most ${mostCpuPercent.toFixed(3)})`
  );
}
