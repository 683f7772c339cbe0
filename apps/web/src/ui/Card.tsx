import type { ComponentProps, ReactNode } from 'react';

/** A block that holds something. */
export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={`rounded-block border-2 border-line bg-surface p-5 shadow-block ${className}`} />
  );
}

interface TitledCardProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** Of the heading. */
  id: string;
  title: ReactNode;
  /** Below the heading. */
  gap?: 'mb-1' | 'mb-2' | 'mb-3' | 'mb-4';
}

/** A card that is named by its heading. */
export function TitledCard({ id, title, gap = 'mb-3', children, ...rest }: TitledCardProps) {
  return (
    <Card aria-labelledby={id} {...rest}>
      <h2 id={id} className={`text-lg ${gap}`}>
        {title}
      </h2>
      {children}
    </Card>
  );
}
