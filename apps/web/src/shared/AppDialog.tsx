import type { ComponentProps } from 'react';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { usePageText } from '../i18n/use-page-text.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { showToast } from '../ui/toasts/toasts.ts';
import { AppToasts } from './AppToasts.tsx';

/** A dialog that speaks the language of the page and shows its toasts. */
export function AppDialog({ children, ...rest }: Omit<ComponentProps<typeof Dialog>, 'closeLabel' | 'onUnsaved'>) {
  const { text } = useI18n();
  const { unsaved } = usePageText('errors');
  return (
    <Dialog {...rest} closeLabel={text.shell.close} onUnsaved={() => showToast('warn', unsaved, 'unsaved')}>
      {children}
      <AppToasts />
    </Dialog>
  );
}
