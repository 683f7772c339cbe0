import type { RealmReset } from '@realmkeep/contract';
import { isRestoring } from '@realmkeep/contract/backup-rules';
import { mapName } from '../../features/realm/map-name.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';

/** What becomes of the new world, or became of the last one. */
export function ResetNote({ reset: { map, state, progress } }: { reset: RealmReset }) {
  const { reset: messages } = useMessages('world');
  const realmText = useMessages('realm');
  return (
    <div role="status">
      <Callout
        tone={state === 'FAILED' || state === 'UNDOING' ? 'warn' : 'info'}
        title={messages.going(mapName(realmText, { type: 'OFFICIAL', map }))}
      >
        <p>{messages.states[state]}</p>
        {isRestoring(state) && (
          <progress
            className="mt-2 h-2 w-full max-w-md"
            aria-label={messages.states[state]}
            value={progress ?? undefined}
            max={1}
          />
        )}
      </Callout>
    </div>
  );
}
