/** The wish: what the owner wants. */
export const powers = ['ON', 'OFF'] as const;
export type Power = (typeof powers)[number];

export const statuses = ['ON', 'OFF', 'BLOCKED'] as const;
export type RealmStatus = (typeof statuses)[number];

/** How far the wish has come. FAILED: it ended by itself, and waits for its next attempt. */
export const phases = ['OFF', 'QUEUED', 'STARTING', 'READY', 'STOPPING', 'FAILED', 'BLOCKED'] as const;
export type RealmPhase = (typeof phases)[number];

/**
 * The one table of what may be asked of a realm in each phase: the api refuses the rest, and the pages have no button for
 * it. Turning on a FAILED realm means trying at once.
 */
export const allowedPowers: Record<RealmPhase, readonly Power[]> = {
  OFF: ['ON'],
  QUEUED: ['OFF'],
  STARTING: ['OFF'],
  READY: ['OFF'],
  STOPPING: ['ON'],
  FAILED: ['ON', 'OFF'],
  BLOCKED: [],
};
