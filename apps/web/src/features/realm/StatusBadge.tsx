import type { RealmPhase } from '@realmkeep/contract/realm-phases';
import { useMessages } from '../../i18n/use-messages.ts';
import { useStale } from '../live/use-stale.ts';

/** A phase on its way pulses. */
const looks: Record<RealmPhase, { badge: string; dot: string }> = {
  OFF: { badge: 'bg-sunk text-muted', dot: 'bg-muted' },
  QUEUED: { badge: 'bg-slate-soft text-slate', dot: 'bg-slate animate-pulse-dot' },
  STARTING: { badge: 'bg-slate-soft text-slate', dot: 'bg-slate animate-pulse-dot' },
  READY: { badge: 'bg-moss-soft text-moss', dot: 'bg-moss' },
  SLEEPING: { badge: 'bg-sunk text-muted', dot: 'bg-moss' },
  STOPPING: { badge: 'bg-amber-soft text-amber', dot: 'bg-amber animate-pulse-dot' },
  FAILED: { badge: 'bg-brick-soft text-brick', dot: 'bg-brick' },
  BLOCKED: { badge: 'bg-brick-soft text-brick', dot: 'bg-brick' },
};

const unknown = { badge: 'border-2 border-dashed border-line text-muted', dot: 'bg-line' };

/** In a system's own colours, which leave no ground and no dot of ours, the clear lines are drawn. */
const drawn = { badge: 'outline outline-transparent', dot: 'border border-transparent' };

/** A realm's phase in one word; the last known one while it is unreachable. `announced` has screen readers announce changes. */
export function StatusBadge({ phase, announced = false }: { phase: RealmPhase; announced?: boolean }) {
  const realmText = useMessages('realm');
  const stale = useStale();
  const { badge, dot } = stale ? unknown : looks[phase];
  return (
    <span
      role={announced ? 'status' : undefined}
      className={`inline-flex items-center gap-2 rounded-chip px-3 py-1 text-sm font-semibold whitespace-nowrap ${drawn.badge} ${badge}`}
    >
      <span aria-hidden className={`size-2 rounded-bit ${drawn.dot} ${dot}`} />
      {stale ? realmText.lastSeen(realmText.phases[phase]) : realmText.phases[phase]}
    </span>
  );
}
