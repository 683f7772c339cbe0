import { useCallback } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useModule } from '../../shared/use-module.ts';

const loadDialog = () => import('./PasswordDialog.tsx');

interface Props {
  wanted: boolean;
  /** A function that stays the same. */
  onClose: () => void;
}

/** The dialog for a new password; its code is loaded when it is first opened. */
export function PasswordChange({ wanted, onClose }: Props) {
  const errors = useMessages('errors');
  const failed = useCallback(() => {
    showToast('error', errors.transport.network);
    onClose();
  }, [errors, onClose]);
  const dialog = useModule(wanted, loadDialog, failed);
  return wanted && dialog && <dialog.PasswordDialog onClose={onClose} />;
}
