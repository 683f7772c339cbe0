import type { RealmDatabase } from '@realmkeep/contract';
import { useSizeText } from '../../shared/use-size-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';
import { Meter } from '../../ui/Meter.tsx';

interface Props {
  database: NonNullable<RealmDatabase['database']>;
  limitBytes: number;
}

/** How full the database is, and what that leaves of it. */
export function SizeCard({ database: { bytes, access }, limitBytes }: Props) {
  const { size } = useMessages('databases');
  const sizeText = useSizeText();
  return (
    <Card aria-labelledby="database-size">
      <h2 id="database-size" className="mb-3 text-lg">
        {size.title}
      </h2>
      <Meter label={size.title} max={limitBytes} value={Math.min(bytes, limitBytes)} />
      <p className="mt-2">{bytes === 0 ? size.unmeasured : size.used(sizeText(bytes), sizeText(limitBytes))}</p>
      {access !== 'writable' && (
        <div className="mt-4" role="alert">
          <Callout tone="warn" title={size[access].title}>
            <p>{size[access].text}</p>
            {access === 'read_only' && (
              <code className="block wrap-anywhere">SET default_transaction_read_only = off;</code>
            )}
          </Callout>
        </div>
      )}
    </Card>
  );
}
