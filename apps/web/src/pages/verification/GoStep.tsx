import { ApiError } from '@realmkeep/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useOnline } from '../../shared/use-online.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { sandboxHere } from '../../shared/sandbox-here.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'chat-link';

/** The link to the chat platform, which asks for the password: the account linked there guards every later login. */
export function GoStep({ onBack }: { onBack: () => void }) {
  const { go, unlink } = useMessages('verification');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const [password, setPassword] = useState('');
  const leaving = useMutation({
    mutationFn: () => api.chatLink({ body: { user_password: password } }),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: ({ url }) => location.assign(sandboxHere(url)),
    onError: (error) => {
      showToast('error', errorText(errors, error), toastGroup);
      // Linked in another tab: the page says so.
      const linked = error instanceof ApiError && error.code === 'chat_already_linked';
      if (linked) void queries.invalidateQueries({ queryKey: keys.me });
    },
  });

  const wrong = leaving.error instanceof ApiError && leaving.error.code === 'chat_password_wrong';
  const canSubmit = password !== '' && !leaving.isPending && online;

  return (
    <Card>
      <StepHeading>{go.title}</StepHeading>
      <p className="mb-5 text-muted">{go.lead}</p>
      <ol className="flex flex-col gap-3">
        {go.instructions.map((instruction, index) => (
          <li key={instruction} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-chip bg-sunk font-display text-sm font-semibold"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{instruction}</span>
          </li>
        ))}
      </ol>
      {leaving.error && !wrong && (
        <div role="alert" className="mt-5">
          <Callout tone="warn" title={go.failed}>
            <p>{errorText(errors, leaving.error)}</p>
          </Callout>
        </div>
      )}
      <form
        className="mt-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSubmit) leaving.mutate();
        }}
      >
        <PasswordField
          label={unlink.password}
          hint={go.passwordHint}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            leaving.reset();
          }}
          problem={wrong ? errorText(errors, leaving.error) : null}
          autoComplete="current-password"
          className="max-w-password"
          showLabel={unlink.show}
          hideLabel={unlink.hide}
        />
        <ProgressBar busy={leaving.isPending} label={go.busy} />
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="primary" type="submit" disabled={!canSubmit}>
            {go.button}
          </Button>
          <Button onAction={onBack}>{go.back}</Button>
        </div>
      </form>
    </Card>
  );
}
