import type { ComponentProps, ReactNode } from 'react';
import { controlClass, Labelled, type LabelledProps } from './Labelled.tsx';

interface Props extends ComponentProps<'input'>, LabelledProps {
  /** Shown at the end of the input, inside its frame. */
  trailing?: ReactNode;
}

/** A labelled input with its hint and its problem. */
export function Field({ label, hint, problem, trailing, className, ...input }: Props) {
  return (
    <Labelled label={label} hint={hint} problem={problem} className={className}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} className={`min-h-12 ${controlClass} ${trailing ? 'pr-12' : ''}`} />
          {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
        </div>
      )}
    </Labelled>
  );
}
