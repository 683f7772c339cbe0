import { spendable, useProfile } from '../../features/account/use-profile.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { useSite } from '../../api/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';
import { ToShop } from './ResultLinks.tsx';
import { ResultView } from './ResultView.tsx';

/** The provider has refused, or what came back from there was not signed by it. */
export default function PaymentErrorPage() {
  const { result: messages, unavailable } = useMessages('shop');
  const { coins } = useMessages('subscription');
  const profile = useProfile();
  const support = useSite()?.links.support;
  return (
    <ResultView scene={brokenBridgeScene} {...messages.refused} result={null}>
      {profile && (
        <p className="w-full">
          {messages.balance}: <strong>{coins(spendable(profile))}</strong>
        </p>
      )}
      <ToShop primary />
      {support && (
        <NewTabLink href={support} className={buttonClass('plain')}>
          {unavailable.support}
        </NewTabLink>
      )}
    </ResultView>
  );
}
