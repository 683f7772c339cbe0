/** What a realm can be asked to do. RESTART is for a realm that is meant to be ON: it ends the current run and begins another. */
export const powers = ['ON', 'OFF', 'RESTART'] as const;
export type Power = (typeof powers)[number];

export const statuses = ['ON', 'OFF', 'BLOCKED'] as const;
export type RealmStatus = (typeof statuses)[number];

/**
 * How far the desired state has been reached. SLEEPING: on, but stopped until somebody wants to play. FAILED: it ended by itself, and waits for
 * its next attempt.
 */
export const phases = ['OFF', 'QUEUED', 'STARTING', 'READY', 'SLEEPING', 'STOPPING', 'FAILED', 'BLOCKED'] as const;
export type RealmPhase = (typeof phases)[number];

/** Who wakes a sleeping realm by joining it. Its managers can always wake it from its page. */
export const wakers = ['EVERYONE', 'MANAGERS'] as const;
export type Wakers = (typeof wakers)[number];

/** What only some managers of a realm may do: change its name and address, who wakes it and who its co-owners are, or delete it. */
export const realmRights = ['rename', 'wakers', 'share', 'delete'] as const;
export type RealmRight = (typeof realmRights)[number];

/** The one table of what a realm can be asked to do in each phase. */
const powersIn: Record<RealmPhase, readonly Power[]> = {
  OFF: ['ON'],
  QUEUED: ['OFF'],
  STARTING: ['OFF'],
  READY: ['OFF', 'RESTART'],
  SLEEPING: ['ON', 'OFF'],
  STOPPING: ['ON', 'OFF'],
  FAILED: ['ON', 'OFF'],
  BLOCKED: [],
};

/**
 * What a realm can be asked to do now: the api ignores the rest, and the pages have no buttons for it. Asking for the state that is
 * already desired is left out, except that turning on a FAILED realm retries at once, and turning on a SLEEPING one wakes it.
 */
export function allowedPowers({ status, phase }: { status: RealmStatus; phase: RealmPhase }): Power[] {
  return powersIn[phase].filter((power) => power !== status || phase === 'FAILED' || phase === 'SLEEPING');
}
