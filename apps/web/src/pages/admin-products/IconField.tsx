import { productIconHash, productIconRules, productIcons } from '@realmkeep/contract/products';
import { useMutation } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { api } from '../../api/api.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';

const toastGroup = 'icon';

interface Props {
  registered: UseFormRegisterReturn<'icon'>;
  icon: string;
  /** Called with the hash of an uploaded picture. */
  onIcon: (hash: string) => void;
}

/** The picture of a product: one of ours, or an uploaded one. */
export function IconField({ registered, icon, onIcon }: Props) {
  const { format } = useI18n();
  const { product: messages } = useMessages('admin');
  const errors = useMessages('errors');
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // It can be chosen again after another.
  const [own, setOwn] = useState(productIconHash.test(icon) ? icon : null);
  const kilobytes = format.number(productIconRules.maxBytes / 1024);

  const refuse = (text: string) => {
    setProblem(text);
    showToast('error', text, toastGroup);
  };
  const upload = useMutation({
    mutationFn: (file: File) => api.productIconUpload({ bytes: file }),
    onSuccess: ({ icon: hash }) => {
      setOwn(hash);
      onIcon(hash);
      showToast('success', messages.iconDone, toastGroup);
    },
    onError: (error) => refuse(errorText(errors, error)),
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    clearToasts(toastGroup);
    setProblem(null);
    if (file.size > productIconRules.maxBytes) return refuse(messages.iconLarge(kilobytes));
    upload.mutate(file);
  };

  return (
    <div>
      <SelectField
        {...registered}
        // What was uploaded is among the options from the next drawing on.
        key={own}
        label={messages.icon}
        hint={messages.iconHint(kilobytes)}
        problem={problem}
        options={[
          { value: '', label: messages.noIcon },
          ...productIcons.map((name) => ({ value: name, label: messages.icons[name] })),
          ...(own === null ? [] : [{ value: own, label: messages.ownIcon }]),
        ]}
      />
      <input
        ref={input}
        type="file"
        accept={productIconRules.types.join()}
        hidden
        aria-label={messages.uploadIcon}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button disabled={!online || upload.isPending} onAction={() => input.current?.click()}>
        <Upload aria-hidden size={18} />
        {messages.uploadIcon}
      </Button>
      <ProgressBar busy={upload.isPending} label={messages.iconBusy} />
    </div>
  );
}
