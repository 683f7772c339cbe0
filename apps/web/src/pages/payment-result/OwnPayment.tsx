import type { PaymentResult } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { openAuthDialog } from '../../session/auth-dialog.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';
import { gateScene } from '../../ui/voxels/scenes/gate.ts';
import { ToShop } from './ResultLinks.tsx';
import { ResultView } from './ResultView.tsx';

interface Props {
  query: UseQueryResult<PaymentResult>;
  children: (result: PaymentResult) => ReactNode;
}

/** What a payment of the visitor's has come to, if he is logged in and it is his. */
export function OwnPayment({ query, children }: Props) {
  const { result: messages } = useMessages('shop');
  const { isLoggedIn } = useSession();
  if (!isLoggedIn) {
    return (
      <ResultView scene={gateScene} {...messages.signedOut} result={null}>
        <Button variant="primary" onAction={() => openAuthDialog('login')}>
          {messages.logIn}
        </Button>
        <ToShop />
      </ResultView>
    );
  }
  if (query.error instanceof ApiError && query.error.type === 'client' && query.error.status !== 429) {
    return (
      <ResultView scene={brokenBridgeScene} {...messages.unknown} result={null}>
        <ToShop primary />
      </ResultView>
    );
  }
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="mx-auto h-96 max-w-xl" />} level={1}>
      {children}
    </QueryBoundary>
  );
}
