import type { RealmDatabase } from '@realmkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { CopyValue } from '../../shared/CopyValue.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { TitledCard } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

interface Props {
  realmId: string;
  database: NonNullable<RealmDatabase['database']>;
  isOwner: boolean;
  connections: number;
}

/** What a plugin wants to know to connect. The password is fetched when the owner asks for it. */
export function AccessCard({ realmId, database, isOwner, connections }: Props) {
  const { access } = useMessages('databases');
  const errors = useMessages('errors');
  const online = useOnline();
  const looking = useMutation({
    mutationFn: () => api.realmDatabasePassword({ params: { id: realmId } }),
    onError: (error) => showToast('error', errorText(errors, error), 'database'),
  });
  const rows = [
    [access.host, database.host],
    [access.port, String(database.port)],
    [access.name, database.name],
    [access.user, database.user],
    [access.jdbc, database.jdbcUrl],
  ] as const;

  return (
    <TitledCard id="database-access" title={access.title} gap="mb-1">
      <p className="mb-4 max-w-prose text-muted">{access.text(connections)}</p>
      <p className="mb-4">
        {access.server.label}: {access.server[database.server]}
      </p>
      {database.server === 'product' && (
        <div className="mb-4">
          <Callout tone="warn" title={access.ofBefore.title}>
            <p>{access.ofBefore.text}</p>
          </Callout>
        </div>
      )}
      <dl className="flex flex-col gap-3">
        {rows.map(([label, value]) => (
          <CopyValue key={label} label={label} value={value} copy={access.copy} copyLabel={access.copyOf(label)} />
        ))}
        {looking.data && (
          <CopyValue
            label={access.password}
            value={looking.data.password}
            copy={access.copy}
            copyLabel={access.copyOf(access.password)}
          />
        )}
      </dl>
      {isOwner && !looking.data && (
        <Button className="mt-4" disabled={looking.isPending || !online} onAction={() => looking.mutate()}>
          {access.show}
        </Button>
      )}
      {!isOwner && <p className="mt-4 text-sm text-muted">{access.ownersOnly}</p>}
    </TitledCard>
  );
}
