import { useI18n } from '../../i18n/I18nProvider.tsx';

/** How far a piece of work is, as far as that is known. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  const { format } = useI18n();
  return (
    <div className="mt-2 flex max-w-md items-center gap-3">
      <progress className="h-2 min-w-0 grow" aria-label={label} value={value ?? undefined} max={1} />
      {value !== null && <span className="text-sm tabular-nums">{format.percent(value)}</span>}
    </div>
  );
}
