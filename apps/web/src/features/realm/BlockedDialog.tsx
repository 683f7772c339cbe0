import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { AppDialog } from '../../shared/AppDialog.tsx';

/** Pops up over the page of a blocked realm. @param reason the operator's; empty or null if they gave none */
export function BlockedDialog({ reason }: { reason: string | null }) {
  const realmText = useMessages('realm');
  const navigate = useNavigate();
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <AppDialog title={realmText.blocked.title} onClose={() => setOpen(false)}>
      {reason ? (
        <>
          <p className="mb-2">{realmText.blocked.because}</p>
          <p className="mb-5 rounded-block bg-sunk px-4 py-3 font-semibold wrap-anywhere">{reason}</p>
        </>
      ) : (
        <p className="mb-5">{realmText.blocked.text}</p>
      )}
      <Button variant="primary" data-autofocus onAction={() => void navigate(paths.account)}>
        {realmText.blocked.action}
      </Button>
    </AppDialog>
  );
}
