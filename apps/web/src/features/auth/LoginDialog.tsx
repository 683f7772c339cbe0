import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { session } from '../../api/api.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { authDialog, closeAuthDialog, openAuthDialog } from '../../session/auth-dialog.ts';
import { useSite } from '../../api/site.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts } from '../../ui/toasts/toasts.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { NewTabLink } from '../../shared/NewTabLink.tsx';
import { canLogin, loginRefusal } from './auth-rules.ts';

/** Milliseconds between a login and the way to the account page. */
const redirectDelay = 700;

export function LoginDialog({ username }: { username: string }) {
  const auth = useMessages('auth');
  const errors = useMessages('errors');
  const site = useSite();
  const navigate = useNavigate();
  const isBusy = useSession().busy.length > 0;
  const { register, handleSubmit, control, setError, formState } = useForm({
    defaultValues: { username, user_password: '' },
  });
  const form = useWatch({ control });
  const complete = canLogin({ username: form.username ?? '', user_password: form.user_password ?? '' });

  const submit = handleSubmit(async (values) => {
    if (!canLogin(values)) return;
    clearToasts('session');
    const { ok, code } = await session.login(values.username.trim(), values.user_password);
    const refusal = loginRefusal(code);
    if (refusal) setError(refusal.field, { message: auth.login.problems[refusal.problem] }, { shouldFocus: true });
    if (code === 'login_undeliverable') setError('root', { message: errors.codes[code] });
    if (!ok) return;
    // After a second step its dialog shows the success meanwhile.
    if (authDialog.get().open === 'login') closeAuthDialog();
    setTimeout(() => {
      closeAuthDialog();
      void navigate(paths.account);
    }, redirectDelay);
  });

  return (
    <AppDialog title={auth.login.title} onClose={closeAuthDialog}>
      <form onSubmit={(event) => void submit(event)} noValidate className="mx-auto max-w-password">
        <Field
          {...register('username')}
          label={auth.username}
          problem={formState.errors.username?.message}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus={username === '' || undefined}
        />
        <PasswordField
          {...register('user_password')}
          label={auth.password}
          problem={formState.errors.user_password?.message}
          autoComplete="current-password"
          showLabel={auth.showPassword}
          hideLabel={auth.hidePassword}
          data-autofocus={username !== '' || undefined}
        />
        {formState.errors.root && (
          <div role="alert" className="mb-3">
            <Callout tone="warn" title={auth.undeliverable.title}>
              <p className="text-sm">{formState.errors.root.message}</p>
              {site?.chat && (
                <NewTabLink href={site.chat.invite} className="text-sm font-semibold underline underline-offset-4">
                  {auth.undeliverable.invite}
                </NewTabLink>
              )}
            </Callout>
          </div>
        )}
        <ProgressBar busy={isBusy} label={auth.login.busy} />
        <Button variant="primary" type="submit" disabled={isBusy || !complete} className="mt-2 mb-1 w-full">
          {auth.login.submit}
        </Button>
      </form>
      <p className="mt-4 flex flex-wrap items-center justify-center gap-x-2 text-muted">
        {auth.login.noAccount}
        <Button variant="quiet" onAction={() => openAuthDialog('register', form.username)}>
          {auth.login.register}
        </Button>
      </p>
    </AppDialog>
  );
}
