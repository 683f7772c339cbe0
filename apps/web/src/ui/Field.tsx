import { type ComponentProps, type ReactNode, useId } from 'react';

interface Props extends ComponentProps<'input'> {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the text, if anything. */
  problem?: string | null | undefined;
  /** Stands at the end of the input, inside its frame. */
  trailing?: ReactNode;
}

/** A labelled input with its hint and its fault. */
export function Field({ label, hint, problem, trailing, className = '', ...input }: Props) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = problem ?? hint;
  return (
    <div className={`mb-1.5 ${className}`}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={problem ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className={`min-h-12 w-full rounded-block border-2 border-line bg-ground px-3 placeholder:text-muted focus:border-spruce focus:outline-none aria-invalid:border-brick ${trailing ? 'pr-12' : ''}`}
        />
        {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
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
