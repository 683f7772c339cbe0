import * as z from 'zod/mini';
import { Observed } from '../remote/remote-messages.ts';
import type { ObservedState, RealmExit } from '../runtime.ts';
import type { Claim, Pod } from './kube-objects.ts';
import { runAnnotation } from './manifests.ts';

const count = z.int().check(z.minimum(0));

/** What is known of a realm's last run while it has no pod: stored on its claim. */
const RunRecord = z.object({
  fencingToken: count,
  startedAt: z.nullable(count),
  /** Where; null: not known. */
  node: z.nullable(z.string()),
  /** Null: it has not ended, as far as is known. */
  exit: z.nullable(z.nonoptional(Observed.shape.exit)),
});
export type RunRecord = z.infer<typeof RunRecord>;

/** What the first process of a pod leaves when it ends. */
const LastWord = z.object({ observed: z.array(Observed) });

/** Null: it has never run. */
export function readRecord({ metadata }: Claim): RunRecord | null {
  return RunRecord.safeParse(parsed(metadata.annotations?.[runAnnotation])).data ?? null;
}

/** Whether `one` says more than `other` does. */
export function saysMore(one: RunRecord, other: RunRecord | null): boolean {
  if (other === null || one.fencingToken !== other.fencingToken) return one.fencingToken > (other?.fencingToken ?? -1);
  return one.exit !== null && other.exit === null;
}

/** How a run ended, from its pod's termination message or its cluster. */
export function endedWith(pod: Pod, realmId: string, run: RunRecord): RunRecord {
  const terminated = pod.status.containerStatuses?.[0]?.state?.terminated;
  const word = LastWord.safeParse(parsed(terminated?.message)).data;
  const told = word?.observed.find((observed) => observed.realmId === realmId);
  if (told?.exit && told.fencingToken === run.fencingToken) return { ...run, exit: told.exit };
  const code = terminated?.exitCode ?? null;
  const signal = code === 137 ? 'SIGKILL' : null;
  const at = Date.parse(terminated?.finishedAt ?? '') || Date.now();
  // Deleting it, or draining or removing its node, counts as a request to end.
  const asked = pod.metadata.deletionTimestamp !== undefined;
  const tail = (terminated?.reason ? `${terminated.reason} ` : '') + (word ? '' : (terminated?.message ?? ''));
  const exit: RealmExit = { asked, code: signal === null ? code : null, signal, at, tail: tail.trim().slice(-2048) };
  return { ...run, exit };
}

/** The observed state of a run that cannot be called. */
export function observedOf(realmId: string, run: RunRecord, lostSince: number | null): ObservedState {
  return {
    realmId,
    fencingToken: run.fencingToken,
    phase: run.exit === null ? 'STARTING' : 'EXITED',
    startedAt: run.exit === null ? run.startedAt : null,
    silentSince: null,
    lostSince,
    endpoint: null,
    state: null,
    exit: run.exit,
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
