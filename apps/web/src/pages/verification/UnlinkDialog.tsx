import { ApiError } from '@realmkeep/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'chat-unlink';

interface Props {
  username: string;
  required: boolean;
  /** Whether another account will be linked instead. */
  relinks: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Unlinking removes the second step, so it asks for the password. */
export function UnlinkDialog({ username, required, relinks, onClose, onDone }: Props) {
  const { unlink } = useMessages('verification');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const [password, setPassword] = useState('');
  const unlinking = useMutation({
    mutationFn: () => api.chatUnlink({ body: { user_password: password } }),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: keys.possibility });
      await queries.invalidateQueries({ queryKey: keys.me });
      onDone();
    },
    onError: (error) => {
      showToast('error', errorText(errors, error), toastGroup);
      // Unlinked in another tab.
      const gone = error instanceof ApiError && error.code === 'chat_not_linked';
      if (gone) void queries.invalidateQueries({ queryKey: keys.me });
    },
  });
  const canSubmit = password !== '' && !unlinking.isPending && online;

  return (
    <AppDialog title={unlink.title(username)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit) unlinking.mutate();
        }}
      >
        {relinks && <p className="mb-2">{unlink.relink}</p>}
        <p className="mb-4">
          {unlink.text} {required && unlink.required}
        </p>
        <PasswordField
          label={unlink.password}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            unlinking.reset();
          }}
          problem={unlinking.error && errorText(errors, unlinking.error)}
          autoComplete="current-password"
          className="max-w-password"
          showLabel={unlink.show}
          hideLabel={unlink.hide}
          data-autofocus
        />
        <ProgressBar busy={unlinking.isPending} label={unlink.busy} />
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="danger" type="submit" disabled={!canSubmit}>
            {unlink.submit}
          </Button>
          <Button onAction={onClose}>{unlink.cancel}</Button>
        </div>
      </form>
    </AppDialog>
  );
}
