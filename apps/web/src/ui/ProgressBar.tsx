/** A thin bar for work of unknown length. It keeps its height when there is none, so that nothing jumps. */
export function ProgressBar({ busy, label }: { busy: boolean; label: string }) {
  return (
    <div className="h-1 overflow-hidden rounded-chip">
      {busy && (
        <div role="progressbar" aria-label={label} className="h-full bg-sunk">
          <div className="h-full w-1/3 animate-progress rounded-chip bg-lantern" />
        </div>
      )}
    </div>
  );
}
