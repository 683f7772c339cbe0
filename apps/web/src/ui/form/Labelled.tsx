import { type ReactNode, useId } from 'react';

export const controlClass =
  'w-full rounded-block border-2 border-rim bg-ground px-3 placeholder:text-muted focus:border-spruce aria-invalid:border-brick';

export interface LabelledProps {
  label: string;
  hint?: string | undefined;
  /** The problem of the input, if any. */
  problem?: string | null | undefined;
}

interface Control {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface Props extends LabelledProps {
  className?: string | undefined;
  children: (control: Control) => ReactNode;
}

/** A label, the control that it belongs to, and below that its hint or its problem. */
export function Labelled({ label, hint, problem, className = '', children }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = problem ?? hint;
  return (
    <div className={`mb-3 ${className}`}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': note ? noteId : undefined })}
      <p
        id={noteId}
        aria-live="polite"
        className={`mt-1 min-h-5 text-sm leading-5 ${problem ? 'font-medium text-brick' : 'text-muted'}`}
      >
        {note}
      </p>
    </div>
  );
}
