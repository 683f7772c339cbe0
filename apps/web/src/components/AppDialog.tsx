import type { ComponentProps } from 'react';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { AppToasts } from './AppToasts.tsx';

/** A dialog that speaks the language of the page and shows its toasts. */
export function AppDialog({ children, ...rest }: Omit<ComponentProps<typeof Dialog>, 'closeLabel'>) {
  const { text } = useI18n();
  return (
    <Dialog {...rest} closeLabel={text.shell.close}>
      {children}
      <AppToasts />
    </Dialog>
  );
}
