import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { usePageCall } from '../../shared/use-page-call.ts';
import { keys } from '../../api/query-keys.ts';

/** A new password, and the end of it all. */
export function OwnerCard({ realmId, onRotated }: { realmId: string; onRotated: () => void }) {
  const messages = useMessages('databases');
  const online = useOnline();
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const params = { id: realmId };
  const queryKey = keys.realmDatabase(realmId);
  const rotating = usePageCall(queryKey, () => api.realmDatabaseRotate({ params }), {
    done: messages.rotate.done,
    onDone: () => {
      close();
      onRotated();
    },
  });
  const removing = usePageCall(queryKey, () => api.realmDatabaseDelete({ params }), { done: messages.remove.done });
  const changes = { rotate: rotating, remove: removing };

  return (
    <Card aria-label={messages.changes} className="flex flex-wrap gap-3">
      <Button disabled={!online} onAction={() => setAsked('rotate')}>
        {messages.rotate.button}
      </Button>
      <Button variant="danger" disabled={!online} onAction={() => setAsked('remove')}>
        {messages.remove.button}
      </Button>
      {asked && (
        <ConfirmDialog
          title={messages[asked].title}
          text={messages[asked].text}
          action={messages[asked].action}
          cancel={messages.cancel}
          busy={changes[asked].isPending}
          disabled={!online}
          onConfirm={() => changes[asked].mutate()}
          onClose={close}
        />
      )}
    </Card>
  );
}
