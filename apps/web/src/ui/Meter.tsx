/** How much of something is done. */
export function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  return <progress aria-label={label} value={value} max={max} className="h-3 w-full accent-lantern-edge" />;
}
