import type { Realm } from '@realmkeep/contract';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';

/** What keeps the address from working, while the realm's own DNS records are not there. */
export function RecordsNotice({ domain: { records } }: { domain: Realm['domain'] }) {
  const messages = useMessages('realm').records;
  if (records === null || records === 'READY') return null;
  const { title, text } = messages[records];
  return (
    <div role="status" className="mb-5">
      <Callout tone={records === 'FAILED' ? 'warn' : 'info'} title={title}>
        <p>{text}</p>
      </Callout>
    </div>
  );
}
