import { type BackupOrigin, countsInPlan } from '@realmkeep/contract';

interface Owned {
  owner_id: string;
  partnerIds: readonly string[];
}

/** Partners make backups as well. */
export function mayBackUp(userId: string, realm: Owned): boolean {
  return realm.owner_id === userId || realm.partnerIds.includes(userId);
}

/** What loses something, or takes the world away from here, is the owner's. */
export function mayUseBackups(userId: string, realm: Owned): boolean {
  return realm.owner_id === userId;
}

interface Limits {
  count: number;
  bytes: number;
  pauseMinutes: number;
}

interface Kept {
  origin: string;
  state: string;
  /** null: not known yet. */
  bytes: number | null;
}

export interface BackupRequest {
  origin: BackupOrigin;
  limits: Limits;
  /** Those that are stored, or are being made. */
  kept: readonly Kept[];
  /** Whether the realm has ever run. */
  hasWorld: boolean;
  isRestoring: boolean;
  /** Whether the kernel is being changed. */
  isChanging: boolean;
  nextAt: Date | null;
  now: Date;
}

export type BackupObstacle =
  | 'backup_no_world'
  | 'backup_running'
  | 'restore_running'
  | 'kernel_changing'
  | 'backup_limit'
  | 'backup_space'
  | 'backup_cooldown';

/** Why a realm cannot be backed up now, or null. A scheduled one counts on the oldest of its kind, which goes when it is ready. */
export function backupObstacle(request: BackupRequest): BackupObstacle | null {
  const { origin, limits, kept, hasWorld, isRestoring, isChanging, nextAt, now } = request;
  const ready = kept.filter(({ state }) => state === 'READY').filter(counts);
  const makesRoom = origin === 'SCHEDULED' && ready.some((backup) => backup.origin === 'SCHEDULED');
  if (!hasWorld) return 'backup_no_world';
  if (isRestoring) return 'restore_running';
  if (isChanging) return 'kernel_changing';
  if (kept.some(({ state }) => state !== 'READY')) return 'backup_running';
  if (ready.length >= limits.count && !(makesRoom && ready.length === limits.count)) return 'backup_limit';
  if (spaceLeft(limits, ready) <= 0 && !makesRoom) return 'backup_space';
  return nextAt !== null && nextAt > now ? 'backup_cooldown' : null;
}

/** Whether it counts against what the tier allows. */
export function counts({ origin }: Pick<Kept, 'origin'>): boolean {
  return countsInPlan(origin as BackupOrigin);
}

/** Bytes left for another backup. */
export function spaceLeft(limits: Limits, kept: readonly Kept[]): number {
  return limits.bytes - kept.filter(counts).reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}

/** The end of the pause after the last one; null before the first. */
export function nextBackupAt(limits: Limits, last: Date | null): Date | null {
  return last === null ? null : new Date(last.getTime() + limits.pauseMinutes * 60_000);
}

/** Scheduled ones that are removed after a new one is ready: the oldest, until the rest is within the limits again. */
export function tooMany<K extends Kept>(limits: Limits, oldestFirst: readonly K[]): K[] {
  const gone: K[] = [];
  const left = oldestFirst.filter(counts);
  while (left.length > limits.count || spaceLeft(limits, left) < 0) {
    // The newest of them always stays.
    const scheduled = left.filter(({ origin }) => origin === 'SCHEDULED');
    const [oldest] = scheduled;
    if (!oldest || scheduled.length === 1) break;
    gone.push(oldest);
    left.splice(left.indexOf(oldest), 1);
  }
  return gone;
}
