import type { Realm, RealmSettingsUpdated } from '@realmkeep/contract';
import { PowerButtons } from '../../features/realm/PowerButtons.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';

interface Props {
  realm: Realm;
  /** What came of the last change, if there was one. */
  answer: RealmSettingsUpdated | undefined;
}

/** Until the run that was going on has ended: what of the last change waits for the next, and the button for it. */
export function NextStartNotice({ realm, answer }: Props) {
  const { settings: messages } = useMessages('manage');
  const { live } = realm;
  const isSameRun = live.phase === 'READY' && live.startedAt === answer?.realm.live.startedAt;
  if (!answer || answer.atNextStart.length === 0 || !isSameRun) return null;
  return (
    <div role="status" className="mt-4">
      <Callout tone="info" title={messages.nextStartTitle}>
        <p className="mb-3">
          {messages.nextStartText(answer.atNextStart.map((name) => messages.fields[name]).join(', '))}
        </p>
        <div className="flex flex-wrap gap-3">
          <PowerButtons realmId={realm.id} status={realm.status} phase={live.phase} />
        </div>
      </Callout>
    </div>
  );
}
