import type { OrderStatus, PaymentResult } from '@realmkeep/contract';
import { ApiError } from '@realmkeep/contract/client';
import { Navigate } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { brokenBridgeScene } from '../../ui/voxels/scenes/broken-bridge.ts';
import { cloudScene } from '../../ui/voxels/scenes/cloud.ts';
import { chestOfCoinsScene } from '../../ui/voxels/scenes/coins.ts';
import type { Block } from '../../ui/voxels/visible-faces.ts';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { openAuthDialog } from '../../session/auth-dialog.ts';
import { useSession } from '../../session/use-session.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { gateScene } from '../../ui/voxels/scenes/gate.ts';
import { ToPlans, ToShop, ToStatement } from './ResultLinks.tsx';
import { ResultView } from './ResultView.tsx';
import { usePayment } from './use-payment.ts';

const scenes: Record<OrderStatus, () => Block[]> = {
  PENDING: cloudScene,
  PAID: chestOfCoinsScene,
  CLOSED: brokenBridgeScene,
  REFUNDED: brokenBridgeScene,
  DISPUTED: brokenBridgeScene,
};
const messagesOf = {
  PENDING: 'pending',
  PAID: 'paid',
  CLOSED: 'closed',
  REFUNDED: 'refunded',
  DISPUTED: 'disputed',
} as const satisfies Record<OrderStatus, string>;

/** The buyer has returned from the provider: waits for the credit. */
export default function SuccessPage() {
  // As it was on arrival: nothing done here changes it.
  const [search] = useState(location.search);
  const { query, isLate, askAgain } = usePayment(search, { waits: true });
  const isForged = query.error instanceof ApiError && query.error.code === 'payment_return_invalid';
  if (isForged) return <Navigate {...paths.paymentError} replace />;
  return (
    <OwnPayment query={query}>
      {(result) => <Outcome result={result} isLate={isLate} onAskAgain={askAgain} />}
    </OwnPayment>
  );
}

interface OutcomeProps {
  result: PaymentResult;
  isLate: boolean;
  onAskAgain: () => void;
}

function Outcome({ result, isLate, onAskAgain }: OutcomeProps) {
  const { result: messages } = useMessages('shop');
  const { status } = result;
  const late = status === 'PENDING' && isLate;
  return (
    <ResultView scene={scenes[status]} {...(late ? messages.late : messages[messagesOf[status]])} result={result}>
      {status === 'PENDING' && !late && <LoaderCircle aria-hidden size={28} className="animate-spin text-spruce" />}
      {late && (
        <Button variant="primary" onAction={onAskAgain}>
          {messages.late.again}
        </Button>
      )}
      {status === 'PAID' && <ToPlans />}
      {(status === 'PAID' || status === 'REFUNDED' || status === 'DISPUTED') && <ToStatement />}
      {(status !== 'PENDING' || late) && <ToShop primary={status !== 'PAID' && !late} />}
    </ResultView>
  );
}

interface Props {
  query: UseQueryResult<PaymentResult>;
  children: (result: PaymentResult) => ReactNode;
}

/** The outcome of the payment, if the visitor is logged in and it is theirs. */
function OwnPayment({ query, children }: Props) {
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
