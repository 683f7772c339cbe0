import { Check } from 'lucide-react';

interface Props {
  label: string;
  steps: readonly string[];
  /** The index of the current step. */
  at: number;
  /** Whether the last step is behind as well. */
  done: boolean;
}

/** Where in a wizard one is. */
export function StepList({ label, steps, at, done }: Props) {
  return (
    <ol aria-label={label} className="mb-8 flex flex-wrap gap-x-6 gap-y-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className="flex items-center gap-2.5 font-semibold text-muted aria-[current=step]:text-ink"
        >
          <span
            aria-hidden
            className={`grid size-8 place-items-center rounded-chip border-2 font-display text-sm ${
              index > at ? 'border-line bg-surface' : 'border-lantern-edge bg-lantern text-lantern-ink'
            }`}
          >
            {index < at || (done && index === at) ? <Check size={16} strokeWidth={3} /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}
