interface Props {
  busy: boolean;
  label: string;
  /** Progress from 0 to 1; omitted if unknown. */
  value?: number | undefined;
}

/** A thin progress bar. It keeps its height when idle, so that nothing jumps. */
export function ProgressBar({ busy, label, value }: Props) {
  return (
    <div className="h-1 overflow-hidden rounded-chip">
      {busy && (
        <div
          role="progressbar"
          aria-label={label}
          aria-valuenow={value === undefined ? undefined : Math.round(value * 100)}
          className="h-full bg-sunk"
        >
          {value === undefined ? (
            <div className="h-full w-1/3 animate-progress rounded-chip bg-lantern" />
          ) : (
            <div className="h-full rounded-chip bg-lantern" style={{ width: `${value * 100}%` }} />
          )}
        </div>
      )}
    </div>
  );
}
