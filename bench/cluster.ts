import { testCluster } from '@realmkeep/testkit/cluster/config';
import { proveAway } from './cluster/away.ts';
import { proveDrain } from './cluster/drain.ts';
import { install, type Installation } from './cluster/installation.ts';
import { proveMany } from './cluster/many.ts';
import { proveLost } from './cluster/lost.ts';
import { provePartition } from './cluster/partition.ts';
import { load, Report } from './cluster/report.ts';
import { proveWake } from './cluster/wake.ts';

/**
 * Proves, with figures, what the product on a cluster of two nodes withstands: `bin/cluster-test proofs [NAME[=COUNT] …]`
 * (docs/kubernetes.md). Exits with 1 when something is lost or duplicated, or takes longer than a busy machine explains.
 */

interface Proof {
  prove: (it: Installation, report: Report, count: number) => Promise<void>;
  /** The default number of rounds, seconds or realms. */
  count: number;
  /** The image of realms, where it is not the one of all tests. */
  image?: string;
}

const proofs: Record<string, Proof> = {
  wake: { prove: proveWake, count: 60 },
  lost: { prove: proveLost, count: 8 },
  drain: { prove: proveDrain, count: 4 },
  away: { prove: proveAway, count: 120 },
  partition: { prove: provePartition, count: 30 },
  realms: { prove: proveMany, count: 300, image: testCluster.idleImage },
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(proofs);
for (const each of wanted) {
  const [name = '', count] = each.split('=');
  const proof = proofs[name];
  if (!proof) throw new Error(`There is no proof “${name}”: ${Object.keys(proofs).join(', ')}`);
  const report = new Report(name);
  const began = performance.now();
  await using it = await install(proof.image ?? testCluster.image);
  try {
    await proof.prove(it, report, Number(count ?? proof.count));
  } catch (error) {
    report.fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  report.say(`${((performance.now() - began) / 1000).toFixed(0)} s; load of the machine: ${load()}`);
  if (!report.isWell) process.exitCode = 1;
}
