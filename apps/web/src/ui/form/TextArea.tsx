import type { ComponentProps } from 'react';
import { controlClass, Labelled, type LabelledProps } from './Labelled.tsx';

/** A labelled text of several lines. */
export function TextArea({ label, hint, problem, className, ...area }: ComponentProps<'textarea'> & LabelledProps) {
  return (
    <Labelled label={label} hint={hint} problem={problem} className={className}>
      {(control) => <textarea {...area} {...control} className={`min-h-24 resize-y py-2.5 ${controlClass}`} />}
    </Labelled>
  );
}
