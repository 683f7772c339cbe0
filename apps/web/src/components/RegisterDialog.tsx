import { useForm, useWatch } from 'react-hook-form';
import { session } from '../api.ts';
import { useI18n } from '../i18n/I18nProvider.tsx';
import { closeAuthDialog, openAuthDialog } from '../session/auth-dialog.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { AppDialog } from './AppDialog.tsx';
import { canRegister, referrerOf, type RegisterForm, registerProblems } from './auth-rules.ts';

const empty: RegisterForm = { username: '', user_password: '', repeat_user_password: '', referral_username: '' };

export function RegisterDialog() {
  const { text, language } = useI18n();
  const isBusy = useSession().busy.length > 0;
  const { register, handleSubmit, control } = useForm({ defaultValues: empty });
  const form: RegisterForm = { ...empty, ...useWatch({ control }) };
  const problems = registerProblems(form);

  /** A field that nobody has written in yet is not reproached. */
  const problem = (field: keyof RegisterForm) => {
    const key = form[field] === '' ? null : problems[field];
    return key && text.auth.register.problems[key];
  };

  const submit = handleSubmit(async (values) => {
    if (!canRegister(values)) return;
    const username = values.username.trim();
    const registration = { username, password: values.user_password, referrer: referrerOf(values), language };
    if (await session.register(registration)) openAuthDialog('login', username);
  });

  return (
    <AppDialog title={text.auth.register.title} onClose={closeAuthDialog}>
      <form onSubmit={(event) => void submit(event)} noValidate className="mx-auto max-w-[300px]">
        <Field
          {...register('username')}
          label={text.auth.username}
          problem={problem('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
        <PasswordField
          {...register('user_password')}
          label={text.auth.password}
          problem={problem('user_password')}
          autoComplete="new-password"
          showLabel={text.auth.showPassword}
          hideLabel={text.auth.hidePassword}
        />
        <PasswordField
          {...register('repeat_user_password')}
          label={text.auth.register.repeat}
          problem={problem('repeat_user_password')}
          autoComplete="new-password"
          showLabel={text.auth.showPassword}
          hideLabel={text.auth.hidePassword}
        />
        <Field
          {...register('referral_username')}
          label={text.auth.register.referrer}
          hint={text.auth.register.referrerHint}
          problem={problem('referral_username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <ProgressBar busy={isBusy} label={text.auth.register.busy} />
        <Button variant="primary" type="submit" disabled={isBusy || !canRegister(form)} className="mt-2 mb-1 w-full">
          {text.auth.register.submit}
        </Button>
      </form>
      <p className="mt-4 flex flex-wrap items-center justify-center gap-x-2 text-muted">
        {text.auth.register.haveAccount}
        <Button variant="quiet" onAction={() => openAuthDialog('login')}>
          {text.auth.register.login}
        </Button>
      </p>
    </AppDialog>
  );
}
