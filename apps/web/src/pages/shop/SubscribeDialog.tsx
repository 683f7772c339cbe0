import type { Product, SubscriptionPreview, UserProfile } from '@realmkeep/contract';
import { isAbove, type Tier, tierOfNumber } from '@realmkeep/contract/tiers';
import { ApiError } from '@realmkeep/contract/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { QueryBoundary } from '../../shared/QueryBoundary.tsx';
import { RealmsUnderTier } from '../../features/shop/RealmsUnderTier.tsx';
import { requestId } from '../../shared/request-id.ts';
import { useOnline } from '../../shared/use-online.ts';
import { spendable } from '../../features/account/use-profile.ts';
import { useSubscriptionRefresh } from '../../features/shop/use-subscription-change.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { meQuery, subscriptionPreviewQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { clearToasts, showToast } from '../../ui/toasts/toasts.ts';
import { useLimits } from '../../features/shop/use-limits.ts';
import type { Messages } from '../../i18n/messages.ts';
import { errorText } from '../../i18n/error-text.ts';

const toastGroup = 'subscription';

interface Props {
  product: Product;
  onClose: () => void;
}

/** Shows what a subscription costs now and what it changes, and subscribes to it. */
export function SubscribeDialog({ product, onClose }: Props) {
  const { activate: messages } = useMessages('subscription');
  const me = useQuery(meQuery);
  return (
    <AppDialog title={messages.title(product.name)} onClose={onClose}>
      <QueryBoundary query={me} skeleton={<Skeleton className="h-72" />} level={3}>
        {(profile) => <Offer product={product} profile={profile} onClose={onClose} />}
      </QueryBoundary>
    </AppDialog>
  );
}

function Offer({ product, profile, onClose }: Props & { profile: UserProfile }) {
  const tier = tierOfNumber(product.logicValue);
  const { activate: messages } = useMessages('subscription');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const refresh = useSubscriptionRefresh();
  const navigate = useNavigate();
  const online = useOnline();
  const preview = useQuery(subscriptionPreviewQuery(tier, product.id));
  // Of this dialog: however often it is sent, it is carried out once.
  const [id] = useState(requestId);
  // What was shown when it was opened, also while the account changes behind it.
  const [before] = useState(profile.user_subscription.subscription.tier);

  const activate = useMutation({
    mutationFn: (maxPrice: number) =>
      api.subscriptionActivate({ body: { productId: product.id, requestId: id, maxPrice } }),
    onMutate: () => clearToasts(toastGroup),
    onSuccess: async () => {
      await refresh();
      showToast('success', messages.done, toastGroup);
      onClose();
    },
    onError: async (error) => {
      void refresh();
      showToast('error', subscribeErrorText(errors, messages, error), toastGroup);
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'subscription_already') onClose();
      if (code === 'subscription_price_risen') {
        void queries.invalidateQueries({ queryKey: keys.anyProducts });
        await preview.refetch();
      }
    },
  });

  const price = preview.data?.price ?? null;
  const missing = price === null ? 0 : price + profile.debt - spendable(profile);
  const toCoins = () => {
    onClose();
    void navigate(paths.shopCategory('COINS'));
  };

  return (
    <>
      <QueryBoundary query={preview} skeleton={<Skeleton className="h-72" />} level={3}>
        {(data) =>
          data.price === null ? (
            <p role="alert">{isAbove(tier, before) ? messages.invalid : messages.already}</p>
          ) : (
            <div className="flex flex-col gap-4">
              <Sum monthly={product.price} preview={data} balance={spendable(profile)} />
              <Changes before={before} after={tier} />
              <RealmsUnderTier preview={{ ...data, keeps: [] }} />
              {missing > 0 && <Missing missing={missing} debt={profile.debt} />}
              <p className="text-sm text-pretty text-muted">{messages.terms}</p>
            </div>
          )
        }
      </QueryBoundary>
      <ProgressBar busy={activate.isPending} label={messages.busy} />
      <div className="mt-3 flex flex-wrap gap-3">
        {missing > 0 ? (
          <Button variant="primary" onAction={toCoins}>
            {messages.getCoins}
          </Button>
        ) : (
          price !== null && (
            <Confirm coins={price} disabled={activate.isPending || !online} onConfirm={() => activate.mutate(price)} />
          )
        )}
        <Button data-autofocus onAction={onClose}>
          {messages.back}
        </Button>
      </div>
    </>
  );
}

interface ConfirmProps {
  coins: number;
  disabled: boolean;
  onConfirm: () => void;
}

function Confirm({ coins, disabled, onConfirm }: ConfirmProps) {
  const messages = useMessages('subscription');
  return (
    <Button variant="primary" disabled={disabled} onAction={onConfirm}>
      {messages.activate.confirm(messages.coins(coins))}
    </Button>
  );
}

function Missing({ missing, debt }: { missing: number; debt: number }) {
  const { activate: messages, coins } = useMessages('subscription');
  return (
    <div role="alert">
      <Callout tone="warn" title={messages.funds}>
        <p>{messages.missing(coins(missing))}</p>
        {debt > 0 && <p>{messages.debt(coins(debt))}</p>}
      </Callout>
    </div>
  );
}

interface SumProps {
  /** Coins. */
  monthly: number;
  preview: SubscriptionPreview;
  /** Coins that can be spent. */
  balance: number;
}

function Sum({ monthly, preview, balance }: SumProps) {
  const { activate: messages, coins } = useMessages('subscription');
  const price = preview.price ?? 0;
  const left = balance - price;
  const lines = [
    { label: messages.month, value: coins(monthly) },
    ...(preview.credit > 0 ? [{ label: messages.credit, value: `−${coins(preview.credit)}` }] : []),
    { label: messages.now, value: coins(price), strong: true },
    ...(left >= 0 ? [{ label: messages.after, value: coins(left) }] : []),
  ];
  return (
    <dl className="flex flex-col gap-1.5">
      {lines.map(({ label, value, strong }) => (
        <div
          key={label}
          className={`flex justify-between gap-4 ${strong ? 'border-t-2 border-line pt-1.5 text-lg font-semibold' : ''}`}
        >
          <dt className={strong ? '' : 'text-muted'}>{label}</dt>
          <dd className="shrink-0 font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Changes({ before, after }: { before: Tier; after: Tier }) {
  const { activate: messages } = useMessages('subscription');
  const limitsOf = useLimits();
  const old = limitsOf(before);
  return (
    <div className="rounded-chip bg-sunk px-4 py-3">
      <h3 className="mb-1 font-sans text-sm font-semibold">{messages.changes}</h3>
      <dl className="flex flex-col gap-1 text-sm">
        {limitsOf(after).map(({ label, value }, index) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{messages.fromTo(old[index]?.value ?? '', value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Why there is no subscription. */
function subscribeErrorText(
  errors: Messages['errors'],
  messages: Messages['subscription']['activate'],
  error: unknown,
): string {
  if (!(error instanceof ApiError)) return errorText(errors, error);
  if (error.code === 'subscription_already') return messages.already;
  if (error.code === 'subscription_product_invalid') return messages.invalid;
  if (error.code === 'insufficient_funds') return messages.funds;
  return error.type === 'server' ? messages.failed : errorText(errors, error);
}
