import type { Realm, RealmKernel } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { kernelUpdateQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { usePageCall } from '../../shared/use-page-call.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useKernelName } from './use-kernel-name.ts';

/** A newer build of what the realm runs, where there is one; nothing until that is known. */
export function UpdateCard({ realm, data, mayUpdate }: { realm: Realm; data: RealmKernel; mayUpdate: boolean }) {
  const { update: messages, confirm, begun } = useMessages('kernel');
  const online = useOnline();
  const name = useKernelName();
  const query = useQuery(kernelUpdateQuery(realm.id));
  const [asked, setAsked] = useState(false);
  const { kernel, version } = data;
  const updating = usePageCall(
    keys.realmKernel(realm.id),
    () => api.realmKernelChange({ params: { id: realm.id }, body: { kernel, version, eula: null } }),
    { done: begun, onDone: () => setAsked(false) },
  );
  if (query.isError) return <p className="text-muted">{messages.unknown}</p>;
  const build = query.data?.build ?? null;
  if (build === null) return null;
  const newer = name({ kernel, version, build });
  return (
    <Card aria-labelledby="kernel-update">
      <h2 id="kernel-update" className="mb-2 text-lg">
        {messages.title}
      </h2>
      <p className="mb-3 max-w-prose">{messages.text(newer)}</p>
      {mayUpdate && (
        <Button variant="primary" disabled={!online} onAction={() => setAsked(true)}>
          {messages.action}
        </Button>
      )}
      {asked && (
        <AppDialog title={messages.confirmTitle(newer)} onClose={() => setAsked(false)}>
          <p className="mb-3">{confirm.text}</p>
          <ProgressBar busy={updating.isPending} label={messages.action} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="primary" disabled={updating.isPending || !online} onAction={() => updating.mutate()}>
              {messages.confirm}
            </Button>
            <Button data-autofocus onAction={() => setAsked(false)}>
              {confirm.cancel}
            </Button>
          </div>
        </AppDialog>
      )}
    </Card>
  );
}
