import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './Field.tsx';

interface Props extends Omit<ComponentProps<typeof Field>, 'type' | 'trailing'> {
  showLabel: string;
  hideLabel: string;
}

/** A password, hidden unless the eye is open. */
export function PasswordField({ showLabel, hideLabel, ...field }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
          className="grid size-11 shrink-0 place-items-center rounded-chip text-muted hover:text-ink"
        >
          <Icon aria-hidden size={18} />
        </button>
      }
    />
  );
}
