import {
  Activity,
  Archive,
  AtSign,
  Blocks,
  CalendarClock,
  Languages,
  Moon,
  Power,
  SquareTerminal,
  Users,
} from 'lucide-react';
import { useMessages } from '../../i18n/use-messages.ts';
import { Section } from './Section.tsx';

const icons = {
  live: Activity,
  kept: Blocks,
  power: Power,
  address: AtSign,
  sleep: Moon,
  backups: Archive,
  tools: SquareTerminal,
  schedules: CalendarClock,
  partners: Users,
  languages: Languages,
};

/** Why one would build here: ten points. */
export function Points() {
  const { title, ...points } = useMessages('welcome').points;
  return (
    <Section id="points" title={title}>
      <ul className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
        {Object.entries(icons).map(([name, Icon]) => {
          const point = points[name as keyof typeof icons];
          return (
            <li key={name} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-block border-2 border-line bg-surface text-spruce shadow-sill">
                <Icon aria-hidden size={20} />
              </span>
              <div>
                <h3 className="mb-1 text-base">{point.title}</h3>
                <p className="text-pretty text-muted">{point.text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
