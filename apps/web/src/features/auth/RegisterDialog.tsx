import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { session } from '../../api/api.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { closeAuthDialog, openAuthDialog } from '../../session/auth-dialog.ts';
import { useSite } from '../../api/site.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts } from '../../ui/toasts/toasts.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { canRegister, referrerOf, type RegisterForm, registerProblems, registerRefusal } from './auth-rules.ts';

const empty: RegisterForm = { username: '', user_password: '', repeat_user_password: '', referral_username: '' };

/** @param referrer who invited the visitor, if that is known */
export function RegisterDialog({ username, referrer }: { username: string; referrer: string }) {
  const { language } = useI18n();
  const auth = useMessages('auth');
  const soon = useSite()?.registrationSoon;
  const isBusy = useSession().busy.length > 0;
  const { register, handleSubmit, control, setError, formState } = useForm({
    defaultValues: { ...empty, username, referral_username: referrer },
  });
  const form: RegisterForm = { ...empty, ...useWatch({ control }) };
  /** How far the page is with what the server wants computed; null: nothing. */
  const [work, setWork] = useState<number | null>(null);
  const problems = registerProblems(form);

  /** Untouched fields show no problem. */
  const problem = (field: keyof RegisterForm) => {
    const key = form[field] === '' ? null : problems[field];
    return key ? auth.register.problems[key] : formState.errors[field]?.message;
  };

  const submit = handleSubmit(async (values) => {
    if (!canRegister(values)) return;
    const name = values.username.trim();
    const registration = {
      username: name,
      password: values.user_password,
      referrer: referrerOf(values),
      language,
      onWork: setWork,
    };
    clearToasts('session');
    const { ok, code } = await session.register(registration);
    setWork(null);
    if (ok) openAuthDialog('login', name);
    const refusal = registerRefusal(code);
    if (refusal) setError(refusal.field, { message: auth.register.problems[refusal.problem] }, { shouldFocus: true });
  });

  return (
    <AppDialog title={auth.register.title} onClose={closeAuthDialog}>
      {soon ? (
        <Callout tone="info" title={auth.register.soon.title}>
          <p>{auth.register.soon.text}</p>
        </Callout>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate className="mx-auto max-w-password">
          <Field
            {...register('username')}
            label={auth.username}
            problem={problem('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
          <PasswordField
            {...register('user_password')}
            label={auth.password}
            problem={problem('user_password')}
            autoComplete="new-password"
            showLabel={auth.showPassword}
            hideLabel={auth.hidePassword}
          />
          <PasswordField
            {...register('repeat_user_password')}
            label={auth.register.repeat}
            problem={problem('repeat_user_password')}
            autoComplete="new-password"
            showLabel={auth.showPassword}
            hideLabel={auth.hidePassword}
          />
          <Field
            {...register('referral_username')}
            label={auth.register.referrer}
            hint={auth.register.referrerHint}
            problem={problem('referral_username')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <ProgressBar busy={isBusy} label={auth.register.busy} value={work ?? undefined} />
          <p role="status" className="text-sm text-muted text-pretty">
            {work !== null && auth.register.working}
          </p>
          <Button variant="primary" type="submit" disabled={isBusy || !canRegister(form)} className="mt-2 mb-1 w-full">
            {auth.register.submit}
          </Button>
        </form>
      )}
      <p className="mt-4 flex flex-wrap items-center justify-center gap-x-2 text-muted">
        {auth.register.haveAccount}
        <Button variant="quiet" onAction={() => openAuthDialog('login', form.username)}>
          {auth.register.login}
        </Button>
      </p>
    </AppDialog>
  );
}
