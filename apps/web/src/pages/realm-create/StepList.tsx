import { Check } from 'lucide-react';
import { usePageText } from '../../i18n/use-page-text.ts';

const steps = ['map', 'settings', 'result'] as const;
export type Step = (typeof steps)[number];

/** Where in the wizard one is; `done` when the last step is behind as well. */
export function StepList({ current, done }: { current: Step; done: boolean }) {
  const realmText = usePageText('realm');
  const words = realmText.create.steps;
  const at = steps.indexOf(current);
  return (
    <ol aria-label={words.label} className="mb-8 flex flex-wrap gap-x-6 gap-y-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className="flex items-center gap-2.5 font-semibold text-muted aria-[current=step]:text-ink"
        >
          <span
            aria-hidden
            className={`grid size-8 place-items-center rounded-[6px] border-2 font-display text-sm ${
              index > at ? 'border-line bg-surface' : 'border-lantern-edge bg-lantern text-lantern-ink'
            }`}
          >
            {index < at || (done && index === at) ? <Check size={16} strokeWidth={3} /> : index + 1}
          </span>
          {words[step]}
        </li>
      ))}
    </ol>
  );
}
