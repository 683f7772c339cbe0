import { useState } from 'react';
import { useProfile, spendable } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';
import { chestOfCoinsScene } from '../../ui/voxels/scenes/coins.ts';
import { ToShop, ToStatement } from './ResultLinks.tsx';
import { ResultView } from './ResultView.tsx';
import { usePayment } from './use-payment.ts';

/** The buyer has turned back at the provider, or was refused there. */
export default function CancelledPage() {
  const { result: messages } = useMessages('shop');
  const { coins } = useMessages('subscription');
  const [search] = useState(location.search);
  const profile = useProfile();
  const { query } = usePayment(search, { waits: false });
  const result = query.data ?? null;
  // Meanwhile it was paid in another tab.
  if (result?.status === 'PAID') {
    return (
      <ResultView scene={chestOfCoinsScene} {...messages.paid} result={result}>
        <ToStatement />
        <ToShop />
      </ResultView>
    );
  }
  return (
    <ResultView scene={brokenBridgeScene} {...messages.cancelled} result={result}>
      {result === null && profile && (
        <p className="w-full">
          {messages.balance}: <strong>{coins(spendable(profile))}</strong>
        </p>
      )}
      <ToShop primary />
    </ResultView>
  );
}
