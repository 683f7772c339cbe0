import { type PointerEvent, useState } from 'react';
import { type ChartFrame, type ChartPoint, chartPaths, xOf, yOf } from './chart-geometry.ts';

interface Props {
  /** What is measured, for those who read the chart by its slider. */
  label: string;
  frame: ChartFrame;
  /** Oldest first. */
  points: readonly ChartPoint[];
  /** Describes the value in the step that begins then. */
  reading: (at: number) => string;
  /** Describes the chart. Replaced by the reading. */
  summary: string;
  axis: { top: string; foot: string; from: string; middle: string; to: string };
}

/**
 * Values over time. It can be read by pointing at it, and by the keyboard: it contains an invisible slider, which
 * moves from step to step and announces the reading.
 */
export function LineChart({ label, frame, points, reading, summary, axis }: Props) {
  const [step, setStep] = useState<number | null>(null);
  const last = frame.steps - 1;
  const at = frame.from + (step ?? last) * frame.stepMs;
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setStep(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * frame.steps))));
  };
  const inFrame = (x: number) => `${(x / frame.steps) * 100}%`;
  // The latest value while none is read: a single value hardly shows as a line.
  const marked =
    step === null
      ? points.findLast(({ at: taken, value }) => value !== null && taken >= frame.from)
      : points.find((one) => xOf(frame, one.at) === step + 0.5);

  return (
    <div className="flex flex-col">
      <div className="grid grid-cols-[auto_1fr] gap-x-2 text-xs text-muted tabular-nums">
        <div aria-hidden className="-my-2 flex flex-col items-end justify-between whitespace-nowrap">
          <span>{axis.top}</span>
          <span>{axis.foot}</span>
        </div>
        <div
          className="relative h-24 rounded-bit border-y-2 border-line has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-spruce"
          onPointerMove={point}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setStep(null)}
        >
          <svg
            aria-hidden
            viewBox={`0 0 ${frame.steps} 100`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {chartPaths(frame, points).map(({ line, area }) => (
              <g key={line}>
                <path d={area} className="fill-spruce/15" />
                <path
                  d={line}
                  fill="none"
                  strokeWidth="2"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                  vectorEffect="non-scaling-stroke"
                  className="stroke-spruce"
                />
              </g>
            ))}
          </svg>
          {step !== null && (
            <span
              aria-hidden
              className="absolute inset-y-0 -translate-x-1/2 border-l-2 border-muted"
              style={{ left: inFrame(step + 0.5) }}
            />
          )}
          {marked && marked.value !== null && (
            <span
              aria-hidden
              className="absolute size-2.5 -translate-1/2 rounded-bit border-2 border-surface bg-spruce"
              style={{ left: inFrame(xOf(frame, marked.at)), top: `${yOf(frame, marked.value)}%` }}
            />
          )}
          <input
            type="range"
            aria-label={label}
            aria-valuetext={reading(at)}
            min={0}
            max={last}
            value={step ?? last}
            onChange={(event) => setStep(event.target.valueAsNumber)}
            onFocus={() => setStep((one) => one ?? last)}
            onBlur={() => setStep(null)}
            className="absolute inset-0 size-full cursor-crosshair opacity-0"
          />
        </div>
        <div aria-hidden className="col-start-2 mt-1 flex justify-between whitespace-nowrap">
          <span>{axis.from}</span>
          {/* Three times of two digits each are too wide for a phone, and for two charts beside the menu. */}
          <span className="max-lg:hidden">{axis.middle}</span>
          <span>{axis.to}</span>
        </div>
      </div>
      <p className="mt-2 min-h-6 text-sm text-muted">
        {step === null ? summary : <span className="font-semibold text-ink">{reading(at)}</span>}
      </p>
    </div>
  );
}
