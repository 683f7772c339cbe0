import { useI18n } from '../../i18n/I18nProvider.tsx';

interface Props {
  label: string;
  /** As a fraction; null where that is not known. */
  progress: number | null;
}

/** How far an installation is. */
export function InstallationBar({ label, progress }: Props) {
  const { format } = useI18n();
  return (
    <div className="mt-2 flex max-w-md items-center gap-3">
      <progress className="h-2 min-w-0 grow" aria-label={label} value={progress ?? undefined} max={1} />
      {progress !== null && <span className="text-sm tabular-nums">{format.percent(progress)}</span>}
    </div>
  );
}
