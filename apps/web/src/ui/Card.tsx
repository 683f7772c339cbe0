import type { ComponentProps } from 'react';

/** A block that holds something. */
export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={`rounded-block border-2 border-line bg-surface p-5 shadow-block ${className}`} />
  );
}
