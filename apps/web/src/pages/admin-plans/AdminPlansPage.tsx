import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PlansForm } from './PlansForm.tsx';

/** Which kernels the realms of each plan may run, and with how much memory. */
export default function AdminPlansPage() {
  const { plans: messages } = useMessages('admin');
  const query = useQuery({
    queryKey: keys.adminPlanKernels,
    queryFn: ({ signal }) => api.adminPlanKernels({ signal }),
    // Another operator may be editing too, but input here must not be lost.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <>
      <h1 className="mb-1 text-2xl">{messages.title}</h1>
      <p className="mb-5 max-w-prose text-muted">{messages.lead}</p>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
        {(data) => (
          <>
            {(!data.programs || data.java.length === 0) && (
              <div className="mb-5">
                <Callout tone="warn" title={messages.noJava.title}>
                  <p>{messages.noJava.text}</p>
                </Callout>
              </div>
            )}
            <PlansForm key={data.revision} data={data} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}
