import type { ComponentProps } from 'react';
import { controlClass, Labelled, type LabelledProps } from './Labelled.tsx';

interface Props extends ComponentProps<'select'>, LabelledProps {
  options: { value: string; label: string }[];
}

/** A labelled choice of one of many. */
export function SelectField({ label, hint, problem, options, className, ...select }: Props) {
  return (
    <Labelled label={label} hint={hint} problem={problem} className={className}>
      {(control) => (
        <select {...select} {...control} className={`min-h-12 ${controlClass}`}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
