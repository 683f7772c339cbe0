import type { RealmLive, RealmSample } from '@realmkeep/contract';
import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import { historySpanMs, historyStepMs } from '@realmkeep/contract/realm-history';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { historyQuery } from '../../api/queries.ts';
import { roundTop } from '../../ui/chart/chart-geometry.ts';
import { Measure } from './Measure.tsx';
import { missingTps } from './missing-tps.ts';

const fullTps = 20;
/** The processor's chart does not make mountains of less than this. */
const leastCpu = 0.1;
const noSamples: RealmSample[] = [];

/** What the realm is doing and what it uses, now and in the last hour; a dash where it does not run. */
export function Measures({ live, kernel }: { live: RealmLive; kernel: KernelKind }) {
  const { format } = useI18n();
  const { details, slots, unlimited } = useMessages('realm');
  const { data: history } = useQuery(historyQuery(live.id));
  const samples = history?.samples ?? noSamples;
  const end = useChartEnd(history?.skew ?? 0, samples.at(-1)?.at ?? 0);
  const from = (Math.floor(end / historyStepMs) + 1) * historyStepMs - historySpanMs;
  const frame = { from, stepMs: historyStepMs, steps: historySpanMs / historyStepMs };
  const running = live.phase === 'READY';
  const players = live.players.length;
  const missing = running && live.tps === null ? missingTps(kernel, players) : null;

  return (
    <section aria-label={details.measures}>
      <div className="grid gap-6 sm:grid-cols-2">
        <Measure
          label={details.playersCount}
          now={slots(format.number(players), live.slots === null ? unlimited : format.number(live.slots))}
          frame={{
            ...frame,
            top:
              live.slots ??
              roundTop(
                samples.map((sample) => sample.players),
                1,
              ),
          }}
          samples={samples}
          valueOf={(sample) => sample.players}
          textOf={format.number}
        />
        <Measure
          label={details.tps}
          now={
            missing ? details.tpsMissing[missing].now : live.tps === null ? details.none : format.number(live.tps, 1)
          }
          hint={missing ? details.tpsMissing[missing].hint : details.tpsHint}
          frame={{ ...frame, top: fullTps }}
          samples={samples}
          valueOf={(sample) => sample.tps}
          textOf={(value) => format.number(value, value % 1 === 0 ? 0 : 1)}
          without={(sample) => details.tpsMissing[missingTps(kernel, sample.players)].now}
        />
        <Measure
          label={details.cpu}
          now={live.cpu === null ? details.none : format.percent(live.cpu)}
          hint={details.cpuHint}
          frame={{
            ...frame,
            top: roundTop(
              samples.map((sample) => sample.cpu),
              leastCpu,
            ),
          }}
          samples={samples}
          valueOf={(sample) => sample.cpu}
          textOf={format.percent}
        />
        <Measure
          label={details.memory}
          now={live.memoryBytes === null ? details.none : format.memory(live.memoryBytes)}
          hint={details.memoryHint(format.memory(live.memoryLimitBytes))}
          frame={{ ...frame, top: live.memoryLimitBytes }}
          samples={samples}
          valueOf={(sample) => sample.memoryBytes}
          textOf={format.memory}
        />
      </div>
    </section>
  );
}

/** A realm that runs is measured in each step, though in one or another a little late. */
const lateMs = 2.5 * historyStepMs;

/**
 * Where the charts end: at the newest sample as long as more come, otherwise at the server's time. In milliseconds since the epoch.
 * @param skew how much the server's clock is ahead of ours
 * @param newest when the newest sample's step began
 */
function useChartEnd(skew: number, newest: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), historyStepMs);
    return () => clearInterval(timer);
  }, []);
  const here = now + skew;
  return here < newest + lateMs ? newest : here;
}
