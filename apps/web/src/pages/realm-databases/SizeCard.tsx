import type { RealmDatabase } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';

interface Props {
  database: NonNullable<RealmDatabase['database']>;
  limitBytes: number;
}

/** How full the database is, and what that leaves of it. */
export function SizeCard({ database: { bytes, access }, limitBytes }: Props) {
  const { size } = usePageText('databases');
  const { format } = useI18n();
  return (
    <Card aria-labelledby="database-size">
      <h2 id="database-size" className="mb-3 text-lg">
        {size.title}
      </h2>
      <meter
        aria-labelledby="database-size"
        className="mb-1 h-4 w-full"
        min={0}
        max={limitBytes}
        high={limitBytes * 0.9}
        value={Math.min(bytes, limitBytes)}
      />
      <p>{bytes === 0 ? size.unmeasured : size.used(format.memory(bytes), format.memory(limitBytes))}</p>
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
