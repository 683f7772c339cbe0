import type { Context } from '../../context.ts';
import { addonJobs } from './addons/install-addon.ts';
import { backupJobs } from './backups/backup-jobs.ts';
import { JobWorker } from './job-worker.ts';
import { kernelJobs } from './kernels/kernel-jobs.ts';
import { modpackJobs } from './modpacks/install-modpack.ts';
import { WorkClaims } from './work-claims.ts';

/** This process's part of the work on worlds. */
export class WorldWorkers {
  readonly #claims: WorkClaims;
  readonly backups: JobWorker;
  readonly kernels: JobWorker;
  readonly addons: JobWorker;
  readonly modpacks: JobWorker;

  constructor(ctx: Context) {
    const claims = new WorkClaims(ctx, ctx.config.databaseUrl);
    this.#claims = claims;
    this.backups = new JobWorker(ctx, 'BACKUP', backupJobs, claims);
    this.kernels = new JobWorker(ctx, 'KERNEL', kernelJobs, claims);
    this.addons = new JobWorker(ctx, 'ADDON', addonJobs, claims);
    this.modpacks = new JobWorker(ctx, 'MODPACK', modpackJobs, claims);
  }

  /** There may be something to do of any kind. */
  look(): void {
    for (const worker of this.#all()) worker.look();
  }

  /** Starts nothing more, and leaves what has started to other processes. */
  async stop(): Promise<void> {
    await Promise.all(this.#all().map((worker) => worker.stop()));
    await this.#claims.close();
  }

  #all(): JobWorker[] {
    return [this.backups, this.kernels, this.addons, this.modpacks];
  }
}
