/** RUNNING: it is being packed and stored. VERIFYING: it is being read back, restored beside the world and compared. */
export const backupStates = ['RUNNING', 'VERIFYING', 'READY', 'FAILED'] as const;
export type BackupState = (typeof backupStates)[number];

/**
 * A scheduled one makes room for the next by itself. Those before a change of kernel or a new world count against nothing, and go by
 * themselves.
 */
export const backupOrigins = ['MANUAL', 'SCHEDULED', 'KERNEL_CHANGE', 'RESET'] as const;
export type BackupOrigin = (typeof backupOrigins)[number];

/** Whether a backup counts against what its owner's tier allows. */
export function countsInPlan(origin: BackupOrigin): boolean {
  return origin === 'MANUAL' || origin === 'SCHEDULED';
}

/**
 * SPACE: it was larger than what is left of the owner's space. DISK: the machine has no room for it. STORE_AWAY: where backups are kept did
 * not answer, several times. STORE_REFUSED: it takes none, which the operator alone mends. FAULT: of ours; it was tried several times.
 */
export const backupProblems = ['SPACE', 'DISK', 'STORE_AWAY', 'STORE_REFUSED', 'FAULT'] as const;
export type BackupProblem = (typeof backupProblems)[number];

/**
 * CHECKING: the backup is unpacked beside the world and compared, while the realm goes on. STOPPING: the realm ends, and the worlds
 * are exchanged. STARTING: the realm starts with the other one. UNDOING: it did not start, and its own world is put back. FAILED: the
 * world is what it was before.
 */
export const restoreStates = ['CHECKING', 'STOPPING', 'STARTING', 'UNDOING', 'DONE', 'FAILED'] as const;
export type RestoreState = (typeof restoreStates)[number];

/**
 * SAVING: the realm ends, and its world is backed up, and that proved. STOPPING: the empty world takes its place. STARTING: the realm makes
 * the new one and starts. UNDOING: it did not start, and its own world is put back. FAILED: the world is what it was before.
 */
export const resetStates = ['SAVING', 'STOPPING', 'STARTING', 'UNDOING', 'DONE', 'FAILED'] as const;
export type ResetState = (typeof resetStates)[number];

/** Whether it goes on. */
export function isBackingUp(state: BackupState): boolean {
  return state === 'RUNNING' || state === 'VERIFYING';
}

export function isRestoring(state: RestoreState | ResetState): boolean {
  return state !== 'DONE' && state !== 'FAILED';
}
