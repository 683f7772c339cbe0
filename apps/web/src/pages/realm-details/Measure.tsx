import type { RealmSample } from '@realmkeep/contract';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Card } from '../../ui/Card.tsx';
import type { ChartFrame } from '../../ui/chart/chart-geometry.ts';
import { LineChart } from '../../ui/chart/LineChart.tsx';

interface Props {
  label: string;
  /** The value of this moment, in words. */
  now: string;
  hint?: string;
  frame: ChartFrame;
  samples: readonly RealmSample[];
  valueOf: (sample: RealmSample) => number | null;
  textOf: (value: number) => string;
  /** What a running realm is said to do that has no value. */
  without?: (sample: RealmSample) => string;
}

/** One measured value: how it is, and how it was in the last hour. */
export function Measure({ label, now, hint, frame, samples, valueOf, textOf, without }: Props) {
  const { format } = useI18n();
  const { details } = useMessages('realm');
  const clock = (at: number) => format.hour(new Date(at).toISOString());
  const values = samples.map(valueOf).filter((value) => value !== null);
  const reading = (at: number) => {
    const sample = samples.find((one) => one.at === at);
    const value = sample ? valueOf(sample) : null;
    const said = value === null ? (sample && without?.(sample)) || details.notMeasured : textOf(value);
    return details.reading(format.time(new Date(at).toISOString()), said);
  };

  return (
    <Card aria-label={label} className="min-w-0">
      <h2 className="font-sans text-sm font-normal tracking-normal text-muted">{label}</h2>
      <p className="mb-4 flex flex-wrap items-baseline gap-x-2">
        <span className="font-display text-lg font-semibold">{now}</span>
        {hint && <span className="text-sm text-muted">{hint}</span>}
      </p>
      <LineChart
        label={details.chartOf(label)}
        frame={frame}
        points={samples.map((sample) => ({ at: sample.at, value: valueOf(sample) }))}
        reading={reading}
        summary={
          values.length === 0
            ? details.nothingMeasured
            : details.range(textOf(Math.min(...values)), textOf(Math.max(...values)))
        }
        axis={{
          top: textOf(frame.top),
          foot: textOf(0),
          from: clock(frame.from),
          middle: clock(frame.from + (frame.steps / 2) * frame.stepMs),
          to: clock(frame.from + frame.steps * frame.stepMs),
        }}
      />
    </Card>
  );
}
