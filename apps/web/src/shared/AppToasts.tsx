import { useMessages } from '../i18n/use-messages.ts';
import { ToastRegion } from '../ui/toasts/ToastRegion.tsx';

export function AppToasts() {
  const shell = useMessages('shell');
  return <ToastRegion label={shell.notifications} dismissLabel={shell.dismiss} />;
}
