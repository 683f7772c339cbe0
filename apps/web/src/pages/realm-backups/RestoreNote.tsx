import type { RealmBackups } from '@realmkeep/contract';
import { isRestoring } from '@realmkeep/contract/backup-rules';
import { useI18n } from '../../i18n/I18nProvider.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Progress } from './Progress.tsx';

/** What becomes of the backup that is being restored, or became of the last one. */
export function RestoreNote({ restore }: { restore: NonNullable<RealmBackups['restore']> }) {
  const messages = useMessages('backups');
  const { format } = useI18n();
  const { state, progress, backupCreated } = restore;
  const moment = backupCreated === null ? null : format.dayAndHour(backupCreated);
  const goesOn = isRestoring(state);
  const title = goesOn ? messages.restoring : messages.restored;
  return (
    <div className="mb-5">
      <Callout
        tone={state === 'FAILED' || state === 'UNDOING' ? 'warn' : 'info'}
        title={moment === null ? messages.restoredGone : title(moment)}
      >
        {/* How far it is would be told again and again. */}
        <p role="status">{messages.restores[state]}</p>
        {goesOn && <Progress value={progress} label={messages.restores[state]} />}
      </Callout>
    </div>
  );
}
