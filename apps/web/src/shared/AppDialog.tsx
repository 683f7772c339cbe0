import type { ComponentProps } from 'react';
import { useMessages } from '../i18n/use-messages.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { showToast } from '../ui/toasts/toasts.ts';
import { AppToasts } from './AppToasts.tsx';

/** A dialog that speaks the language of the page and shows its toasts. */
export function AppDialog({ children, ...rest }: Omit<ComponentProps<typeof Dialog>, 'closeLabel' | 'onUnsaved'>) {
  const shell = useMessages('shell');
  const { unsaved } = useMessages('errors');
  return (
    <Dialog {...rest} closeLabel={shell.close} onUnsaved={() => showToast('warn', unsaved, 'unsaved')}>
      {children}
      <AppToasts />
    </Dialog>
  );
}
