/** What may be asked of a realm. RESTART is for whoever wishes it ON: the run that is going on is to end, and another to begin. */
export const powers = ['ON', 'OFF', 'RESTART'] as const;
export type Power = (typeof powers)[number];

export const statuses = ['ON', 'OFF', 'BLOCKED'] as const;
export type RealmStatus = (typeof statuses)[number];

/**
 * How far the wish has come. SLEEPING: on, and stopped until somebody wants to play. FAILED: it ended by itself, and waits for its next
 * attempt.
 */
export const phases = ['OFF', 'QUEUED', 'STARTING', 'READY', 'SLEEPING', 'STOPPING', 'FAILED', 'BLOCKED'] as const;
export type RealmPhase = (typeof phases)[number];

/** Who wakes a sleeping realm by wanting to join it. Whoever manages it can always wake it from its page. */
export const wakers = ['EVERYONE', 'MANAGERS'] as const;
export type Wakers = (typeof wakers)[number];

/** What of a realm is not for everybody who manages it: its name and address, who wakes it, who its co-owners are, and its end. */
export const realmRights = ['rename', 'wakers', 'share', 'delete'] as const;
export type RealmRight = (typeof realmRights)[number];

/** The one table of what may be asked of a realm in each phase. */
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
 * What may be asked of a realm now: the api does nothing for the rest, and the pages have no button for it. What is wished
 * already need not be asked, but of a FAILED realm, where turning it on means trying at once, and of a SLEEPING one, where it means waking.
 */
export function allowedPowers({ status, phase }: { status: RealmStatus; phase: RealmPhase }): Power[] {
  return powersIn[phase].filter((power) => power !== status || phase === 'FAILED' || phase === 'SLEEPING');
}
