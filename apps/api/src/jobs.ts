import type { Context } from './context.ts';
import { attemptSweep } from './domains/attempts/attempt-sweep.ts';
import { authSweep } from './domains/auth/auth-sweep.ts';
import { chatSweep, promptSweep } from './domains/chat/chat-sweep.ts';
import { subscriptionsRenew, subscriptionsWarn } from './domains/subscriptions/subscription-renew.ts';
import { walletExpire } from './domains/wallet/wallet-expire.ts';
import { chatSandboxSweep } from './integrations/chat/sandbox/chat-sandbox.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const promptPauseMs = 10_000;

/** What is done from time to time. @returns what ends it */
export function startJobs(ctx: Context): () => void {
  const sweep = () => {
    authSweep(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'ended sessions were not removed'));
    chatSweep(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'old prompts were not removed'));
    attemptSweep(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'counted attempts were not removed'));
    if (ctx.chatSandbox) {
      chatSandboxSweep(ctx.chatSandbox).catch((err: unknown) =>
        ctx.log.warn({ err }, "the sandbox's rest was not removed"),
      );
    }
  };
  sweep();
  const timer = setInterval(sweep, hourMs);
  const stopPrompts = again(promptPauseMs, () =>
    promptSweep(ctx).catch((err: unknown) => ctx.log.warn({ err }, 'unanswered prompts were not closed')),
  );
  const stopSubscriptions = again(minuteMs, () =>
    subscriptionsRenew(ctx)
      .then(() => subscriptionsWarn(ctx))
      .catch((err: unknown) => ctx.log.error({ err }, 'subscriptions were not renewed')),
  );
  const stopExpiry = again(minuteMs, () =>
    walletExpire(ctx).catch((err: unknown) => ctx.log.error({ err }, 'fleeting coins did not expire')),
  );
  const stopWatch = again(minuteMs, () =>
    ctx.ledgerWatch.look().catch((err: unknown) => ctx.log.error({ err }, 'the ledger was not checked')),
  );
  return () => {
    clearInterval(timer);
    stopExpiry();
    stopWatch();
    stopPrompts();
    stopSubscriptions();
  };
}

/** Does it again and again, with this pause after the end of each. @returns what ends it */
function again(pauseMs: number, work: () => Promise<void>): () => void {
  let timer = setTimeout(round, pauseMs);
  let ended = false;
  function round(): void {
    void work().finally(() => {
      if (!ended) timer = setTimeout(round, pauseMs);
    });
  }
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
