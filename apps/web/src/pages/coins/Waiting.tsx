import type { WaitingCoins } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';

/** Coins of referrals that are still to come: what they wait for, and until when. */
export function Waiting({ waiting }: { waiting: readonly WaitingCoins[] }) {
  const { format } = useI18n();
  const messages = useMessages('statement');
  const { coins: coinMessages } = useMessages('account');
  const referral = useMessages('referral');
  if (waiting.length === 0) return null;
  return (
    <div className="mb-6">
      <Callout tone="info" title={referral.waitingTitle}>
        <ul className="mt-1 flex flex-col gap-2">
          {waiting.map(({ kind, subject, own, coins, wait }) => {
            const until = wait.until === null ? '' : format.dayAndHour(wait.until);
            return (
              <li key={`${kind} ${subject} ${own}`} className="wrap-anywhere">
                <strong className="font-semibold">{coinMessages.amount(coins)}</strong> ·{' '}
                {messages.kinds[kind](subject)}
                <span className="block text-pretty">
                  {own ? referral.ownWaits[wait.reason](until) : referral.waits[wait.reason](until)}
                </span>
              </li>
            );
          })}
        </ul>
      </Callout>
    </div>
  );
}
