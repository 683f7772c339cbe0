import { isInstallingModpack } from '@realmkeep/contract/modpack-rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { modpackQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { InstallationBar } from '../../features/realm/InstallationBar.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The progress of a realm's pack, and the outcome. */
export function PackProgress({ realmId }: { realmId: string }) {
  const { progress: messages, states, problems } = useMessages('modpacks');
  const queries = useQueryClient();
  const query = useQuery(modpackQuery(realmId));
  const hasFailed = query.data?.state === 'FAILED';
  // There is no realm any more.
  useEffect(() => {
    if (hasFailed) void queries.invalidateQueries({ queryKey: keys.realms });
  }, [hasFailed, queries]);
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-60" />} level={2}>
      {(pack) => {
        if (pack === null) return <Navigate {...paths.realmDetails(realmId)} replace />;
        const { title, state, progress, problem, subject, leftOut, projectId } = pack;
        if (problem !== null) {
          return (
            <div role="alert" className="flex flex-col items-start gap-6 wrap-anywhere">
              <Callout tone="warn" title={messages.failed(title)}>
                <p>{problems[problem](subject)}</p>
              </Callout>
              <div className="flex flex-wrap gap-3">
                <Link {...paths.modpack(projectId)} className={buttonClass('primary')}>
                  {messages.again}
                </Link>
                <Another />
              </div>
            </div>
          );
        }
        const isRunning = isInstallingModpack(state);
        return (
          <div className="flex flex-col items-start gap-6 wrap-anywhere">
            <div className="w-full">
              <div role="status">
                <Callout tone="info" title={isRunning ? messages.running(title) : messages.done(title)}>
                  <p>{isRunning ? messages.runningText : messages.doneText}</p>
                  {leftOut.length > 0 && <p className="mt-1 text-sm">{messages.leftOut(leftOut.join(', '))}</p>}
                  {state !== 'DONE' && state !== 'FAILED' && <p className="mt-3 font-semibold">{states[state]}</p>}
                </Callout>
              </div>
              {/* Beside what is announced: how far it is would be told again and again. */}
              {isRunning && <InstallationBar label={messages.label} progress={progress} />}
            </div>
            <Link {...paths.realmDetails(realmId)} className={buttonClass(isRunning ? 'plain' : 'primary')}>
              {messages.toServer}
            </Link>
          </div>
        );
      }}
    </QueryBoundary>
  );
}

function Another() {
  const { settings } = useMessages('modpacks');
  return (
    <Link {...paths.modpacks} className={buttonClass('plain')}>
      {settings.another}
    </Link>
  );
}
