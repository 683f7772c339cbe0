import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';

/** Why the realm did not start, in plain words, and what to do; nothing but the way to its log where that does not say. */
export function StartProblem({ realmId, crashes }: { realmId: string; crashes: number }) {
  const { problem: messages } = useMessages('logs');
  const { data } = useQuery({
    // With each crash there may be another cause.
    queryKey: ['start-problem', realmId, crashes],
    queryFn: ({ signal }) => api.realmStartProblem({ params: { id: realmId }, signal }),
  });
  const problem = data?.problem ?? null;
  return (
    <div className="mt-2 flex flex-col gap-1.5">
      {problem !== null && (
        <>
          <p className="font-semibold">{messages.causes[problem.cause].title}</p>
          <p>
            {problem.subject !== null && `${messages.about(problem.subject)} `}
            {messages.causes[problem.cause].text(problem.subject, problem.needs)}
          </p>
          <code className="text-sm wrap-anywhere text-muted">{problem.line}</code>
        </>
      )}
      <Link
        {...paths.realmLog(realmId, 'logs/console.log')}
        className="inline-flex min-h-9 items-center text-sm font-semibold underline underline-offset-4"
      >
        {messages.read}
      </Link>
    </div>
  );
}
