/** How much of something is done. */
export function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className="h-3 overflow-hidden rounded-bit bg-sunk"
    >
      <div className="h-full rounded-bit bg-lantern" style={{ width: `${(100 * value) / max}%` }} />
    </div>
  );
}
