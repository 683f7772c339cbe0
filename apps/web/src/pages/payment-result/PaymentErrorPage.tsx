import { spendable, useProfile } from '../../features/account/use-profile.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { useSite } from '../../api/site.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';
import { ToShop } from './ResultLinks.tsx';
import { ResultView } from './ResultView.tsx';

/** The provider has refused, or what came back from there was not signed by it. */
export function PaymentErrorPage() {
  const { text } = useI18n();
  const { result: words, unavailable } = usePageText('shop');
  const { coins } = usePageText('subscription');
  const profile = useProfile();
  const support = useSite()?.links.support;
  return (
    <ResultView scene={brokenBridgeScene} {...words.refused} result={null}>
      {profile && (
        <p className="w-full">
          {words.balance}: <strong>{coins(spendable(profile))}</strong>
        </p>
      )}
      <ToShop primary />
      {support && (
        <a href={support} target="_blank" rel="noopener" className={buttonClass('plain')}>
          {unavailable.support}
          <span className="sr-only"> {text.shell.footer.newTab}</span>
        </a>
      )}
    </ResultView>
  );
}
