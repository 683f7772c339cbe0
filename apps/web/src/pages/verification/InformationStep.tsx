import { Castle, Coins, ShieldCheck } from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StepHeading } from '../../ui/StepHeading.tsx';

const icons = { guard: ShieldCheck, create: Castle, bonus: Coins };

interface Props {
  required: boolean;
  onNext: () => void;
}

export function InformationStep({ required, onNext }: Props) {
  const { information } = useMessages('verification');
  const points = required ? (['guard', 'create', 'bonus'] as const) : (['guard', 'bonus'] as const);
  return (
    <Card>
      <StepHeading>{information.title}</StepHeading>
      <p className="mb-6 text-muted">{information.lead}</p>
      <ul className="flex flex-col gap-5">
        {points.map((point) => {
          const Icon = icons[point];
          return (
            <li key={point} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-block bg-moss-soft text-moss">
                <Icon aria-hidden size={22} />
              </span>
              <div>
                <h3 className="font-sans font-semibold tracking-normal">{information[point].title}</h3>
                <p className="text-muted">{information[point].text}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="mt-6 rounded-block bg-sunk px-4 py-3">
        <h3 className="font-sans font-semibold tracking-normal">{information.readTitle}</h3>
        <p className="text-muted">{information.read}</p>
      </div>
      <Button variant="primary" onAction={onNext} className="mt-6">
        {information.next}
      </Button>
    </Card>
  );
}
