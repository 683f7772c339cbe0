import type { RealmOfBackup } from '@realmkeep/contract';
import { isRestoring } from '@realmkeep/contract/backup-rules';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Progress } from './Progress.tsx';

/** How far the new realm is that is made of a backup, or what became of the last one. */
export function NewRealmNote({ made: { name, realmId, state, progress } }: { made: RealmOfBackup }) {
  const messages = useMessages('backups').newRealm;
  return (
    <div className="mb-5">
      <Callout tone={state === 'FAILED' ? 'warn' : 'info'} title={messages.of(name)}>
        <p role="status">{messages.states[state]}</p>
        {isRestoring(state) && <Progress value={progress} label={messages.states[state]} />}
        {state === 'DONE' && realmId !== null && (
          <Link
            {...paths.realmDetails(realmId)}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {messages.go(name)}
          </Link>
        )}
      </Callout>
    </div>
  );
}
