import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { errorText } from '../i18n/error-text.ts';
import { useMessages } from '../i18n/use-messages.ts';
import { Button } from '../ui/Button.tsx';
import { focusMain } from '../ui/focus-main.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { brokenBridgeScene } from '../ui/voxels/scenes/broken-bridge.ts';

interface Props<T> {
  query: UseQueryResult<T>;
  /** The page's own outline, while nothing is known. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
  level?: 1 | 2 | 3;
}

/** Shows what a query has brought, or why there is nothing yet: on its way, offline, or failed. */
export function QueryBoundary<T>({ query, skeleton, children, level = 2 }: Props<T>) {
  const { states } = useMessages('shell');
  const errors = useMessages('errors');
  const retry = () => {
    // The button goes with the error.
    focusMain();
    void query.refetch();
  };
  // The first render of the data is the longest: it is deferred, so the page stays responsive.
  const hasCome = useDeferredValue(query.data !== undefined);
  if (hasCome && query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <div role="alert">
        <EmptyState
          scene={brokenBridgeScene}
          title={states.errorTitle}
          text={errorText(errors, query.error)}
          level={level}
        >
          <Button variant="primary" onAction={retry}>
            {states.retry}
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (query.fetchStatus === 'paused') {
    return <EmptyState scene={brokenBridgeScene} title={states.offlineTitle} text={states.offlineText} level={level} />;
  }
  return (
    <div role="status" aria-busy data-growing>
      <span className="sr-only">{states.loading}</span>
      {skeleton}
    </div>
  );
}

/** Whether there is no data and none is on its way: failed, or offline. */
export function isStuck({ data, isError, fetchStatus }: UseQueryResult): boolean {
  return data === undefined && (isError || fetchStatus === 'paused');
}
