import type { RealmSummary } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { usePageText } from '../i18n/use-page-text.ts';
import { paths } from '../paths.ts';
import { Callout } from '../ui/Callout.tsx';

/** For a realm above what its owner's tier allows: when it will be deleted, and what keeps it. */
export function OverlimitNotice({ realm }: { realm: Pick<RealmSummary, 'overlimit' | 'deletionTimeout'> }) {
  const { format } = useI18n();
  const { overlimit, choose } = usePageText('subscription');
  if (!realm.overlimit) return null;
  return (
    <Callout tone="warn" title={overlimit.title}>
      <p className="text-sm text-pretty">
        {realm.deletionTimeout === null ? overlimit.undated : overlimit.text(format.date(realm.deletionTimeout))}
      </p>
      <Link
        {...paths.shopCategory('PRIVILEGES')}
        className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4"
      >
        {choose}
      </Link>
    </Callout>
  );
}
