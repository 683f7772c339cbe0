interface Props {
  label: string;
  value: string;
  hint?: string;
  /** How full the bar is, from 0 to 1; more counts as 1. */
  share: number;
}

/** One measured value, in a list of them. */
export function Meter({ label, value, hint, share }: Props) {
  return (
    <div className="flex min-w-0 flex-col rounded-block border-2 border-line bg-surface p-4 shadow-block max-xs:px-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex flex-1 flex-col">
        <span className="font-display text-lg font-semibold max-xs:text-[0.9375rem]">{value}</span>
        <span className="mb-3 text-sm text-muted">{hint}</span>
        <span aria-hidden className="mt-auto h-2 overflow-hidden rounded-[3px] bg-sunk">
          <span
            className="block h-full origin-left rounded-[3px] bg-lantern transition-transform duration-500"
            style={{ transform: `scaleX(${Math.min(1, Math.max(0, share))})` }}
          />
        </span>
      </dd>
    </div>
  );
}
