/** RUNNING: it is being packed and stored. VERIFYING: it is being read back, restored beside the world and compared. */
export const backupStates = ['RUNNING', 'VERIFYING', 'READY', 'FAILED'] as const;
export type BackupState = (typeof backupStates)[number];

/**
 * The next scheduled backup replaces the last. Those before a kernel change or a new world do not count against limits, and are removed
 * automatically.
 */
export const backupOrigins = ['MANUAL', 'SCHEDULED', 'KERNEL_CHANGE', 'RESET'] as const;
export type BackupOrigin = (typeof backupOrigins)[number];

/** Whether a backup counts against the limits of its owner's tier. */
export function countsInPlan(origin: BackupOrigin): boolean {
  return origin === 'MANUAL' || origin === 'SCHEDULED';
}

/**
 * SPACE: it was larger than the space the owner has left. DISK: the machine has no room for it. STORE_AWAY: the backup store did
 * not answer several times. STORE_REFUSED: the store refuses backups, which only the operator can fix. FAULT: ours; it was tried several times.
 */
export const backupProblems = ['SPACE', 'DISK', 'STORE_AWAY', 'STORE_REFUSED', 'FAULT'] as const;
export type BackupProblem = (typeof backupProblems)[number];

/**
 * CHECKING: the backup is unpacked beside the world and compared while the realm keeps running. STOPPING: the realm stops, and the worlds
 * are swapped. STARTING: the realm starts with the restored world. UNDOING: it did not start, and the previous world is put back. FAILED: the
 * world is as before.
 */
export const restoreStates = ['CHECKING', 'STOPPING', 'STARTING', 'UNDOING', 'DONE', 'FAILED'] as const;
export type RestoreState = (typeof restoreStates)[number];

/**
 * SAVING: the realm stops, its world is backed up and the backup tested. STOPPING: an empty world takes its place. STARTING: the realm generates
 * the new one and starts. UNDOING: it did not start, and the previous world is put back. FAILED: the world is as before.
 */
export const resetStates = ['SAVING', 'STOPPING', 'STARTING', 'UNDOING', 'DONE', 'FAILED'] as const;
export type ResetState = (typeof resetStates)[number];

/** Whether it is still under way. */
export function isBackingUp(state: BackupState): boolean {
  return state === 'RUNNING' || state === 'VERIFYING';
}

export function isRestoring(state: RestoreState | ResetState): boolean {
  return state !== 'DONE' && state !== 'FAILED';
}
