import type { OperatedRealm } from '@realmkeep/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useSite } from '../../api/site.ts';
import { joinAddress } from '../../features/realm/join-address.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Pager } from '../../shared/Pager.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

const size = 4;

/** The realms of others in which the account is an operator, each with its code; nothing where there are none. */
export function Operated() {
  const { operated } = useMessages('account');
  const [page, setPage] = useState(0);
  const list = useQuery({
    queryKey: ['realms', 'operated', page],
    queryFn: ({ signal }) => api.realmsOperated({ query: { page, size }, signal }),
    placeholderData: keepPreviousData,
  }).data;
  if (!list || list.total === 0) return null;
  return (
    <section aria-labelledby="operated">
      <h2 id="operated" className="mb-5 text-xl">
        {operated}
      </h2>
      <ul className="grid gap-5 md:grid-cols-2">
        {list.items.map((realm) => (
          <li key={realm.id}>
            <Realm realm={realm} />
          </li>
        ))}
      </ul>
      <Pager page={page} total={list.total} size={size} onPage={setPage} />
    </section>
  );
}

function Realm({ realm: { id, name, ownerUsername, domain, kernel, running } }: { realm: OperatedRealm }) {
  const { confirm } = useMessages('realm').details;
  const errors = useMessages('errors');
  const online = useOnline();
  const site = useSite();
  const asking = useMutation({
    mutationFn: () => api.realmLoginCode({ params: { id } }),
    onError: (error) => showToast('error', errorText(errors, error), 'realm-login-code'),
  });
  const inChat = kernel === 'sandbox';
  const code = asking.data?.code;
  const typed = (given: string) =>
    inChat ? `/login ${given}` : joinAddress(`${given.toLowerCase()}.${domain}`, site?.gamePort ?? null);
  return (
    <Card>
      <h3 className="mb-3 text-base wrap-anywhere">
        {name} · {ownerUsername}
      </h3>
      <div role="status">
        {code !== undefined && (
          <>
            <p>{inChat ? confirm.type : confirm.address}</p>
            <p className="mb-3 font-semibold break-all">{typed(code)}</p>
          </>
        )}
      </div>
      <Button
        aria-label={`${confirm.button}: ${name}`}
        disabled={asking.isPending || !online || !running}
        onAction={() => asking.mutate()}
      >
        {code === undefined ? confirm.button : confirm.again}
      </Button>
      {!running && <p className="mt-2 text-sm text-muted">{confirm.off}</p>}
    </Card>
  );
}
