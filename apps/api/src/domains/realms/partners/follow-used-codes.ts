import type { Context } from '../../../context.ts';
import { failureLevel } from '../../../http/errors.ts';
import { gameProofsRecord } from '../../identity/game/game-proofs.ts';

/** Notes where codes were used, as running realms report it for some minutes: nothing is missed by a process that was not there. */
export function followUsedCodes(ctx: Context): void {
  /** What each realm reported last. */
  const recorded = new Map<string, string>();
  ctx.directory.onChange(({ id, of }) => {
    const used = (of === 'observed' && ctx.directory.observed(id)?.state?.usedCodes) || [];
    if (of === 'observed' && used.length === 0) recorded.delete(id);
    const text = JSON.stringify(used);
    if (used.length === 0 || recorded.get(id) === text) return;
    recorded.set(id, text);
    gameProofsRecord(ctx, used).catch((error: unknown) => {
      recorded.delete(id);
      ctx.log[failureLevel(error)]({ err: error, realmId: id }, 'failed to note where codes were used');
    });
  });
}
