import * as z from 'zod/mini';

/*
 * The parts that are read of a cluster's objects: https://kubernetes.io/docs/reference/kubernetes-api/
 */

const words = z.string();

const Metadata = z.object({
  name: words,
  uid: words,
  resourceVersion: words,
  deletionTimestamp: z.optional(words),
  labels: z.optional(z.record(words, words)),
  annotations: z.optional(z.record(words, words)),
});

const ContainerState = z.object({
  waiting: z.optional(z.object({ reason: z.optional(words), message: z.optional(words) })),
  running: z.optional(z.object({})),
  terminated: z.optional(
    z.object({
      exitCode: z.int(),
      signal: z.optional(z.int()),
      reason: z.optional(words),
      message: z.optional(words),
      finishedAt: z.optional(z.nullable(words)),
    }),
  ),
});

const Condition = z.object({ type: words, status: words, message: z.optional(words) });

export const Pod = z.object({
  metadata: Metadata,
  spec: z.object({ nodeName: z.optional(words) }),
  status: z.object({
    phase: z.optional(words),
    podIP: z.optional(words),
    conditions: z.optional(z.array(Condition)),
    containerStatuses: z.optional(z.array(z.object({ state: z.optional(ContainerState) }))),
  }),
});
export type Pod = z.infer<typeof Pod>;

export const Claim = z.object({ metadata: Metadata });
export type Claim = z.infer<typeof Claim>;

export type KubeObject = z.infer<typeof Claim>;

/** Objects as a list has them, each read by itself: one of another shape hides no other. */
export const ObjectList = z.object({
  metadata: z.object({ resourceVersion: words, continue: z.optional(words) }),
  items: z.array(z.unknown()),
});

export const WatchEvent = z.object({
  type: z.enum(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']),
  object: z.unknown(),
});

/** What a bookmark has of an object. */
export const Bookmark = z.object({ metadata: z.object({ resourceVersion: words }) });

/** Why a call was not carried out. */
export const Status = z.object({ code: z.optional(z.int()), reason: z.optional(words), message: z.optional(words) });

/** Whether all that ran in it has ended, for good. */
export function hasEnded({ status }: Pod): boolean {
  return status.phase === 'Succeeded' || status.phase === 'Failed';
}

export function isBeingDeleted({ metadata }: KubeObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Whether its program has been started, and has not ended as far as its node has said. */
export function runs({ status }: Pod): boolean {
  return status.containerStatuses?.some(({ state }) => state?.running !== undefined) ?? false;
}

/** Whether it has an address, or is not to get one. */
export function isPlaced(pod: Pod): boolean {
  return hasEnded(pod) || isBeingDeleted(pod) || Boolean(pod.status.podIP);
}

/** Whether the cluster has no node for it at present. */
export function isUnplaced({ status }: Pod): boolean {
  return (
    status.conditions?.some((condition) => condition.type === 'PodScheduled' && condition.status === 'False') ?? false
  );
}

/** Why it has not begun yet, for people. */
export function whyPending({ status }: Pod): string {
  const waiting = status.containerStatuses?.find(({ state }) => state?.waiting !== undefined)?.state?.waiting;
  const unmet = status.conditions?.find((condition) => condition.status === 'False' && condition.message);
  return [waiting?.reason, waiting?.message ?? unmet?.message].filter((part) => part).join(': ') || 'no word of why';
}
