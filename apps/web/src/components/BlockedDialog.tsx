import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { AppDialog } from './AppDialog.tsx';

/** Pops up over the page of a blocked realm. */
export function BlockedDialog() {
  const { text } = useI18n();
  const navigate = useNavigate();
  const [open, setOpen] = useState(true);
  if (!open) return null;
  return (
    <AppDialog title={text.realm.blocked.title} onClose={() => setOpen(false)}>
      <p className="mb-5">{text.realm.blocked.text}</p>
      <Button variant="primary" data-autofocus onAction={() => void navigate(paths.account)}>
        {text.realm.blocked.action}
      </Button>
    </AppDialog>
  );
}
