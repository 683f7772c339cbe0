import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { modpackQuery } from '../../api/queries.ts';
import { InstallationBar } from '../../features/realm/InstallationBar.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Callout } from '../../ui/Callout.tsx';

/** What a new realm waits for. */
export function ModpackNote({ realmId }: { realmId: string }) {
  const { progress: messages, states } = useMessages('modpacks');
  const { data: pack } = useQuery(modpackQuery(realmId));
  if (!pack || pack.state === 'DONE' || pack.state === 'FAILED') return null;
  return (
    <Callout tone="info" title={messages.running(pack.title)}>
      <p className="text-sm">{states[pack.state]}</p>
      <InstallationBar label={messages.label} progress={pack.progress} />
      <Link
        {...paths.modpackProgress(realmId)}
        className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
      >
        {messages.follow}
      </Link>
    </Callout>
  );
}
