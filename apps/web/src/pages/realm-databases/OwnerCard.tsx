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
  const words = useMessages('databases');
  const online = useOnline();
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const params = { id: realmId };
  const queryKey = keys.realmDatabase(realmId);
  const rotating = usePageCall(queryKey, () => api.realmDatabaseRotate({ params }), {
    done: words.rotate.done,
    onDone: () => {
      close();
      onRotated();
    },
  });
  const removing = usePageCall(queryKey, () => api.realmDatabaseDelete({ params }), { done: words.remove.done });
  const changes = { rotate: rotating, remove: removing };

  return (
    <Card aria-label={words.changes} className="flex flex-wrap gap-3">
      <Button disabled={!online} onAction={() => setAsked('rotate')}>
        {words.rotate.button}
      </Button>
      <Button variant="danger" disabled={!online} onAction={() => setAsked('remove')}>
        {words.remove.button}
      </Button>
      {asked && (
        <ConfirmDialog
          title={words[asked].title}
          text={words[asked].text}
          action={words[asked].action}
          cancel={words.cancel}
          busy={changes[asked].isPending}
          disabled={!online}
          onConfirm={() => changes[asked].mutate()}
          onClose={close}
        />
      )}
    </Card>
  );
}
