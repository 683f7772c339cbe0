import type { Context } from '../../../context.ts';
import { listJars, removeUnusedJars } from './kernel-queries.ts';

/** Removes jars that no realm has had for a week, and what killed downloads have left. */
export async function kernelSweep({ db, kernelJars }: Context): Promise<void> {
  await removeUnusedJars(db);
  await kernelJars.sweep(new Set(await listJars(db)));
}
