import type { RealmSummary } from '@realmkeep/contract';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Callout } from '../../ui/Callout.tsx';

interface Props {
  realm: Pick<RealmSummary, 'overlimit' | 'deletionTimeout'>;
  /** Whether it is the reader's own, who can do something about it. */
  own: boolean;
}

/** For a realm above what its owner's tier allows: when it will be deleted, and what keeps it. */
export function OverlimitNotice({ realm: { overlimit, deletionTimeout }, own }: Props) {
  const { format } = useI18n();
  const { overlimit: messages, choose } = useMessages('subscription');
  if (!overlimit) return null;
  const [dated, undated] = own ? [messages.text, messages.undated] : [messages.ofAnother, messages.ofAnotherUndated];
  return (
    <Callout tone="warn" title={messages.title}>
      <p className="text-sm text-pretty">{deletionTimeout === null ? undated : dated(format.date(deletionTimeout))}</p>
      {own && (
        <Link
          {...paths.shopCategory('PRIVILEGES')}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          {choose}
        </Link>
      )}
    </Callout>
  );
}
