import { type ReactNode, useEffect, useRef } from 'react';

/** The title of a step. It takes the focus, which would otherwise be lost with the button of the step before. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="mb-1 text-lg focus:outline-none">
      {children}
    </h2>
  );
}
