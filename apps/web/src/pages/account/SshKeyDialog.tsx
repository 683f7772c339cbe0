import { ApiError } from '@realmkeep/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useCall } from '../../shared/use-call.ts';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'ssh-keys';

/** Adds a key, and asks for the password, as a key gives lasting access. */
export function SshKeyDialog({ onClose }: { onClose: () => void }) {
  const { keys: messages } = useMessages('account');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const [line, setLine] = useState('');
  const [password, setPassword] = useState('');
  const add = useCall(toastGroup, {
    mutationFn: () => api.sshKeyAdd({ body: { public_key: line, user_password: password } }),
    onSuccess: (answer) => {
      queries.setQueryData(keys.sshKeys, answer);
      showToast('success', messages.added, toastGroup);
      onClose();
    },
  });
  const isPasswordWrong = add.error instanceof ApiError && add.error.code === 'chat_password_wrong';
  const problem = add.error && errorText(errors, add.error);
  const canSubmit = line.trim() !== '' && password !== '' && !add.isPending && online;

  return (
    <AppDialog title={messages.add} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit) add.mutate();
        }}
      >
        <TextArea
          label={messages.key}
          hint={messages.keyHint}
          value={line}
          onChange={(event) => {
            setLine(event.target.value);
            add.reset();
          }}
          problem={isPasswordWrong ? null : problem}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          className="[&_textarea]:font-mono"
        />
        <PasswordField
          label={messages.password}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            add.reset();
          }}
          problem={isPasswordWrong ? problem : null}
          autoComplete="current-password"
          showLabel={messages.show}
          hideLabel={messages.hide}
        />
        <ProgressBar busy={add.isPending} label={messages.busy} />
        <Button variant="primary" type="submit" disabled={!canSubmit} className="mt-2 mb-1 w-full">
          {messages.submit}
        </Button>
      </form>
    </AppDialog>
  );
}
