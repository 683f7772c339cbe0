import { LeavingDialog } from '../../features/leaving/LeavingDialog.tsx';
import { useMessages } from '../../i18n/use-messages.ts';

/** Asks before the page that sends a world is left. */
export function LeavingMap() {
  const { leave } = useMessages('uploads');
  return <LeavingDialog isBusy messages={leave} />;
}
