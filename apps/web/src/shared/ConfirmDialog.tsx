import { Button } from '../ui/Button.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { AppDialog } from './AppDialog.tsx';

interface Props {
  title: string;
  text: string;
  /** What the button that does it says. */
  action: string;
  cancel: string;
  busy: boolean;
  disabled: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog({ title, text, action, cancel, busy, disabled, onConfirm, onClose }: Props) {
  return (
    <AppDialog title={title} onClose={onClose}>
      <p className="mb-3">{text}</p>
      <ProgressBar busy={busy} label={title} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="danger" disabled={busy || disabled} onAction={onConfirm}>
          {action}
        </Button>
        <Button data-autofocus onAction={onClose}>
          {cancel}
        </Button>
      </div>
    </AppDialog>
  );
}
