import type { Context } from './context.ts';
import { deleteEndedAttempts } from './limits/rate-limit-queries.ts';
import { deleteEndedProofs } from './domains/identity/game/game-proof-queries.ts';
import { deleteEndedSessions } from './domains/identity/sessions/auth-queries.ts';
import { chatRoles, chatRolesCompare } from './domains/identity/chat/chat-roles.ts';
import { chatSweep, promptSweep } from './domains/identity/chat/chat-sweep.ts';
import { promptsDeliver } from './domains/identity/chat/prompt-queue.ts';
import { deleteOldNetworks } from './domains/identity/sessions/login-networks.ts';
import { backupRetention } from './domains/worlds/backups/backup-jobs.ts';
import { deleteOldWorks } from './domains/files/file-work-queries.ts';
import { mapsCarryOver } from './domains/maps/map-carry-over.ts';
import { mapSweep } from './domains/maps/map-sweep.ts';
import { kernelSweep } from './domains/worlds/kernels/kernel-jobs.ts';
import { deleteOldClaims } from './domains/worlds/work-claim-queries.ts';
import { databasesWatch } from './domains/databases/databases-watch.ts';
import { paymentsCheck } from './domains/payments/payment-session.ts';
import { deleteEndedBans } from './domains/realms/players/access-queries.ts';
import { deleteOldVisits } from './domains/realms/players/visitor-queries.ts';
import { realmsOverlimit } from './domains/realms/realms-overlimit.ts';
import { referralsRipen } from './domains/coins/referrals/referrals.ts';
import { deleteUnusedIcons } from './domains/shop/icons/icon-queries.ts';
import { schedulesFire } from './domains/schedules/schedules-fire.ts';
import { subscriptionsRenew, subscriptionsWarn } from './domains/subscriptions/subscription-renew.ts';
import { usersRelease } from './domains/identity/users/users-release.ts';
import { activitySweep } from './domains/audit/activity.ts';
import { failureLevel } from './http/errors.ts';
import { walletExpire } from './domains/coins/wallet/wallet-spend.ts';
import { uploadSweep } from './domains/uploads/upload-use.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

interface PeriodicJob {
  /** The pause after the end of each time. */
  pauseMs: number;
  work: (ctx: Context) => Promise<void>;
}

/** Periodic jobs of every process; the database decides which process does what. */
const jobs: Record<string, PeriodicJob> = {
  authSweep: { pauseMs: hourMs, work: ({ db }) => deleteEndedSessions(db) },
  loginNetworkSweep: { pauseMs: hourMs, work: ({ db }) => deleteOldNetworks(db) },
  gameProofSweep: { pauseMs: hourMs, work: ({ db }) => deleteEndedProofs(db) },
  chatSweep: { pauseMs: hourMs, work: chatSweep },
  mapsCarryOver: { pauseMs: hourMs, work: mapsCarryOver },
  blobsCarryOver: { pauseMs: hourMs, work: ({ blobs }) => blobs.carryOver() },
  mapSweep: { pauseMs: hourMs, work: mapSweep },
  activitySweep: { pauseMs: hourMs, work: activitySweep },
  fileWorkSweep: { pauseMs: hourMs, work: ({ db }) => deleteOldWorks(db) },
  uploadSweep: { pauseMs: hourMs, work: uploadSweep },
  productIconSweep: { pauseMs: hourMs, work: ({ db }) => deleteUnusedIcons(db) },
  attemptSweep: { pauseMs: hourMs, work: ({ db }) => deleteEndedAttempts(db) },
  promptsDeliver: { pauseMs: 5 * secondMs, work: promptsDeliver },
  promptSweep: { pauseMs: 10 * secondMs, work: promptSweep },
  subscriptionsRenew: { pauseMs: minuteMs, work: subscriptionsRenew },
  subscriptionsWarn: { pauseMs: hourMs, work: subscriptionsWarn },
  banSweep: { pauseMs: hourMs, work: ({ db }) => deleteEndedBans(db) },
  visitorSweep: { pauseMs: hourMs, work: ({ db }) => deleteOldVisits(db) },
  realmsOverlimit: { pauseMs: minuteMs, work: realmsOverlimit },
  usersRelease: { pauseMs: hourMs, work: usersRelease },
  referralsRipen: { pauseMs: minuteMs, work: referralsRipen },
  walletExpire: { pauseMs: minuteMs, work: ({ db }) => walletExpire(db) },
  ledgerWatch: { pauseMs: minuteMs, work: ({ ledgerWatch }) => ledgerWatch.look() },
  schedulesFire: { pauseMs: secondMs, work: schedulesFire },
  paymentsCheck: { pauseMs: 15 * secondMs, work: paymentsCheck },
};

/** What the process that leads does: nothing that two could not, but it would be for nothing. */
export const leadersJobs: Record<string, PeriodicJob> = {
  backupRetention: { pauseMs: hourMs, work: backupRetention },
  workClaimSweep: { pauseMs: hourMs, work: ({ db }) => deleteOldClaims(db) },
  kernelSweep: { pauseMs: hourMs, work: kernelSweep },
  databasesWatch: { pauseMs: 30 * secondMs, work: databasesWatch },
  chatRoles: { pauseMs: secondMs, work: chatRoles },
  chatRolesCompare: { pauseMs: hourMs, work: chatRolesCompare },
  historiesKeep: { pauseMs: 10 * secondMs, work: ({ histories }) => histories.keep() },
};

/** @returns a function that ends them: nothing more starts, and it resolves when none is under way */
export function startJobs(ctx: Context, which = jobs): () => Promise<void> {
  const stops = Object.entries(which).map(([job, { pauseMs, work }]) =>
    again(pauseMs, () =>
      work(ctx).catch((error: unknown) => ctx.log[failureLevel(error)]({ err: error, job }, 'failed to run a job')),
    ),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Does it now, and repeatedly with this pause after each end. @returns a function that ends it, after what is under way */
function again(pauseMs: number, work: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  async function round(): Promise<void> {
    await work();
    if (ended) return;
    timer = setTimeout(() => {
      underWay = round();
    }, pauseMs);
  }
  let underWay = round();
  return () => {
    ended = true;
    clearTimeout(timer);
    return underWay;
  };
}
