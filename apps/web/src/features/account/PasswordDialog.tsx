import { ApiError } from '@realmkeep/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { passwordErrorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { meQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { canChangePassword, type PasswordForm, passwordProblems } from './password-rules.ts';
import { useOnline } from '../../shared/use-online.ts';

const toastGroup = 'password';
const empty: PasswordForm = { oldPassword: '', newPassword: '', repeatNewPassword: '' };

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { password } = useMessages('account');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const nickname = useQuery(meQuery).data?.nickname ?? '';
  const { register, handleSubmit, control, setError, formState } = useForm({ defaultValues: empty });
  const form: PasswordForm = { ...empty, ...useWatch({ control }) };
  const problems = passwordProblems(form);

  const change = useMutation({
    mutationFn: (body: PasswordForm) => api.userPasswordChange({ body }),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: () => {
      showToast('success', password.done, toastGroup);
      void queries.invalidateQueries({ queryKey: keys.sessions });
      onClose();
    },
    onError: (error) => {
      showToast('error', passwordErrorText(errors, error), toastGroup);
      if (error instanceof ApiError && error.code === 'password_change_invalid') {
        setError('oldPassword', { message: password.problems.oldWrong }, { shouldFocus: true });
      }
    },
  });
  const possible = canChangePassword(form) && !change.isPending && online;
  const submit = handleSubmit((values) => {
    if (possible) change.mutate(values);
  });

  /** Untouched fields show no problem. */
  const problem = (field: keyof PasswordForm) => {
    const key = form[field] === '' ? null : problems[field];
    return key ? password.problems[key] : formState.errors[field]?.message;
  };
  const field = (name: keyof PasswordForm, label: string, autoComplete: string) => (
    <PasswordField
      {...register(name)}
      label={label}
      problem={problem(name)}
      autoComplete={autoComplete}
      showLabel={password.show}
      hideLabel={password.hide}
      data-autofocus={name === 'oldPassword' || undefined}
    />
  );

  return (
    <AppDialog title={password.title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate className="mx-auto max-w-password">
        {/* For the browser, which keeps passwords by name. */}
        <input type="text" autoComplete="username" value={nickname} readOnly hidden />
        {field('oldPassword', password.old, 'current-password')}
        {field('newPassword', password.new, 'new-password')}
        {field('repeatNewPassword', password.repeat, 'new-password')}
        <ProgressBar busy={change.isPending} label={password.busy} />
        <Button variant="primary" type="submit" disabled={!possible} className="mt-2 mb-1 w-full">
          {password.submit}
        </Button>
      </form>
    </AppDialog>
  );
}
