import { compareVersions, type KernelKind } from '@realmkeep/contract';

/** Co-owners see what runs the realm; to change it is the owner's, who agrees to the game's licence. */
export function mayChangeKernel(userId: string, realm: { owner_id: string }): boolean {
  return realm.owner_id === userId;
}

interface Kernel {
  kernel: KernelKind;
  version: string;
}

export interface KernelRequest {
  to: Kernel;
  present: Kernel;
  /** Whether the world of an earlier version is restored with it. */
  isReturn: boolean;
  /** Whether it is what the realm runs, in a newer build. */
  isUpdate: boolean;
  /** Whether the owner's plan includes it. */
  inPlan: boolean;
  blocked: boolean;
  overlimit: boolean;
  hasWorld: boolean;
  isChanging: boolean;
  isBackingUp: boolean;
  isRestoring: boolean;
  /** Whether the owner has agreed to the game's licence, with this request or before. */
  agreed: boolean;
}

export type KernelObstacle =
  | 'realm_blocked'
  | 'realm_overlimit'
  | 'kernel_tier'
  | 'kernel_changing'
  | 'restore_running'
  | 'backup_running'
  | 'kernel_no_world'
  | 'kernel_same'
  | 'kernel_older'
  | 'kernel_eula';

/** Why a realm cannot get another kernel now, or null. */
export function kernelObstacle(request: KernelRequest): KernelObstacle | null {
  const { to, present } = request;
  const isJava = to.kernel !== 'sandbox';
  if (request.blocked) return 'realm_blocked';
  if (request.overlimit) return 'realm_overlimit';
  if (!request.inPlan) return 'kernel_tier';
  if (request.isChanging) return 'kernel_changing';
  if (request.isRestoring) return 'restore_running';
  if (request.isBackingUp) return 'backup_running';
  if (!request.hasWorld) return 'kernel_no_world';
  const isSame = to.kernel === present.kernel && to.version === present.version;
  if (isSame && !request.isReturn && !request.isUpdate) return 'kernel_same';
  // The game turns a world into its own version's, and never back.
  if (!request.isReturn && compareVersions(to.version, present.version) < 0) return 'kernel_older';
  return isJava && !request.agreed ? 'kernel_eula' : null;
}

interface Ended {
  state: string;
  from_kernel: string;
  snapshot_id: string | null;
}

/**
 * The changes that can be undone: the last one, and, for a realm on a server in Java, the last that led away from the built-in server.
 * @param newestFirst those that have ended
 */
export function waysBack<C extends Ended>(newestFirst: readonly C[], present: string): C[] {
  const done = newestFirst.filter(({ state, snapshot_id }) => state === 'DONE' && snapshot_id !== null);
  const fromSandbox = present === 'sandbox' ? undefined : done.find(({ from_kernel }) => from_kernel === 'sandbox');
  return [...new Set([done[0], fromSandbox])].filter((change) => change !== undefined);
}
