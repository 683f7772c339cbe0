import type { RealmLive } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { Meter } from '../../ui/Meter.tsx';

const fullTps = 20;

/** What the realm is doing and what it uses; a dash where it does not run. */
export function Meters({ live }: { live: RealmLive }) {
  const { format } = useI18n();
  const { details, slots, unlimited } = usePageText('realm');
  const running = live.phase === 'READY';
  const players = live.players.length;

  return (
    <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <Meter
        label={details.slots}
        value={slots(format.number(players), live.slots === null ? unlimited : format.number(live.slots))}
        share={live.slots === null ? 0 : players / live.slots}
      />
      <Meter
        label={details.tps}
        value={running ? (live.tps === null ? details.tpsResting : format.number(live.tps, 1)) : details.none}
        hint={details.tpsHint}
        share={(live.tps ?? 0) / fullTps}
      />
      <Meter
        label={details.cpu}
        value={live.cpu === null ? details.none : format.percent(live.cpu)}
        hint={details.cpuHint}
        share={live.cpu ?? 0}
      />
      <Meter
        label={details.memory}
        value={live.memoryBytes === null ? details.none : format.memory(live.memoryBytes)}
        hint={details.memoryHint(format.memory(live.memoryLimitBytes))}
        share={(live.memoryBytes ?? 0) / live.memoryLimitBytes}
      />
    </dl>
  );
}
