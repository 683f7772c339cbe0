/**
 * A driver in a separate process, to be killed or to run as another user. Arguments: the options of createLocalRuntime or createDockerRuntime, a
 * spec, and what to do next: `stay` until killed; `copy`, which lists the realm's files and copies its world; `allocate` or `fill-unseen`, which has the
 * realm use up memory or the disk until it ends, and destroys it; or a command for the realm, whose first line of output is printed.
 * Prints one line of JSON: how it enforces limits, and the observed state after the start and at the end.
 */
import { randomUUID } from 'node:crypto';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { createDockerRuntime, type DockerRuntimeOptions } from '../src/docker/docker-runtime.ts';
import type { ObservedState } from '../src/runtime.ts';
import { createLocalRuntime, type LocalRuntimeOptions } from '../src/local/local-runtime.ts';

const [options, spec, then] = process.argv
  .slice(2)
  .map((argument, index): unknown => (index < 2 ? JSON.parse(argument) : argument));
const { realmId } = spec as RealmSpec;
const place = options as LocalRuntimeOptions | DockerRuntimeOptions;
const runtime = 'images' in place ? await createDockerRuntime(place) : await createLocalRuntime(place);
const started = await runtime.ensure(spec as RealmSpec, 1);
let ended: ObservedState | null = null;
if (then === 'copy') {
  const id = randomUUID();
  await runtime.files(realmId).list('');
  await runtime.worlds(realmId).copy(id, '{}');
  await runtime.worlds(realmId).drop(id);
}
const isItsEnd = then === 'allocate' || then === 'fill-unseen';
if (isItsEnd) {
  await runtime.command(realmId, then);
  for await (const notice of runtime.watch(AbortSignal.timeout(30_000))) {
    if (notice.phase !== 'EXITED') continue;
    ended = notice;
    break;
  }
  await runtime.destroy(realmId);
}
let printed: string | undefined;
if (then !== 'stay' && then !== 'copy' && !isItsEnd) {
  await runtime.command(realmId, String(then));
  for await (const [line] of runtime.console(realmId, AbortSignal.timeout(30_000))) {
    printed = line?.text;
    if (printed !== undefined) break;
  }
  await runtime.destroy(realmId);
}
process.stdout.write(
  `${JSON.stringify({ enforcement: await runtime.enforcement(), started, ended, printed, left: await runtime.list() })}\n`,
);
if (then === 'stay') setInterval(() => undefined, 1000);
else await runtime.close();
