import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import {
  AdminMachine,
  AdminRealms,
  AdminRealmsQuery,
  AdminUsers,
  AdminUsersQuery,
  AuditRecords,
  CoinsGrantBody,
  CoinsGranted,
  ReasonBody,
} from './admin.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { pageQuery } from './pagination.ts';
import { AdminPlanKernels, AdminPlanKernelsBody, AdminPlanKernelsUpdated } from './plan-kernels.ts';
import {
  CardCheckoutBody,
  PaymentResult,
  PaymentSession,
  PaymentSessionParams,
  PaymentSessionQuery,
  RubCheckoutBody,
} from './payments.ts';
import {
  Product,
  ProductBody,
  ProductChange,
  ProductGetQuery,
  ProductIconUploaded,
  ProductListQuery,
  ProductPage,
  ProductRecord,
  ProductRecords,
  ProductSearchQuery,
} from './shop.ts';
import {
  SubscriptionActivateBody,
  OfferedPlan,
  SubscriptionPreview,
  SubscriptionPreviewQuery,
  UserSubscription,
} from './subscriptions.ts';
import { WalletStatement } from './wallet.ts';

/** The calls of coins, the shop, subscriptions and operators. */
export const shopEndpoints = {
  subscriptionPlans: {
    summary: 'The tiers, the lowest first',
    response: z.array(OfferedPlan),
  },
  subscriptionPreview: {
    summary: 'What a tier would cost the account now, and which realms it would stop',
    query: SubscriptionPreviewQuery,
    response: SubscriptionPreview,
  },
  subscriptionActivate: {
    summary: 'Subscribe with coins, or move to a higher tier',
    body: SubscriptionActivateBody,
    response: UserSubscription,
    errors: [
      'subscription_already',
      'subscription_product_invalid',
      'subscription_price_risen',
      'insufficient_funds',
      'wallet_debt',
      'idempotency_conflict',
    ],
  },
  subscriptionCancel: {
    summary: 'End the subscription when the paid month ends',
    response: UserSubscription,
    errors: ['subscription_none'],
  },
  subscriptionResume: {
    summary: 'Undo the cancellation',
    response: UserSubscription,
    errors: ['subscription_none'],
  },
  walletStatement: {
    summary: 'The wallet’s transactions, the latest first',
    query: pageQuery(['createdAt'], 'createdAt,desc'),
    response: WalletStatement,
  },
  walletStatementCsv: {
    summary: 'The whole statement as a table: date, kind, reference, subject, amount, balance',
    response: z.string(),
  },
  productList: {
    summary: 'The products sold for a currency',
    query: ProductListQuery,
    response: ProductPage,
  },
  productSearch: {
    summary: 'The products sold for a currency, searched by name',
    query: ProductSearchQuery,
    response: ProductPage,
  },
  productGet: {
    summary: 'One product',
    query: ProductGetQuery,
    response: Product,
    errors: ['product_unknown'],
  },
  productRecords: {
    summary: 'Every product with all its prices and texts',
    query: pageQuery(
      ['category', 'type', 'logicValue', 'archivedAt'],
      'archivedAt,desc',
      'category,asc',
      'type,asc',
      'logicValue,asc',
    ),
    response: ProductRecords,
  },
  productIconUpload: {
    summary: 'Upload a product picture, PNG, JPEG or WebP; it becomes a square',
    response: ProductIconUploaded,
    status: 201,
    errors: ['product_icon_unreadable', 'product_icon_pixels'],
  },
  productCreate: {
    summary: 'Add a product to the shop',
    body: ProductBody,
    response: ProductRecord,
    status: 201,
    errors: ['product_icon_unknown'],
  },
  productUpdate: {
    summary: 'Replace a product with all its fields',
    body: ProductChange,
    response: ProductRecord,
    errors: ['product_unknown', 'product_changed', 'product_icon_unknown'],
  },
  productArchive: {
    summary: 'Remove a product from the shop',
    response: z.null(),
    errors: ['product_unknown'],
  },
  paymentCheckoutCard: {
    summary: 'Start buying coins by card',
    body: CardCheckoutBody,
    response: PaymentSession,
    status: 201,
    errors: ['payment_unavailable', 'payment_refused', 'product_unknown', 'user_unknown'],
  },
  paymentCheckoutRub: {
    summary: 'Start buying coins in roubles',
    body: RubCheckoutBody,
    response: PaymentSession,
    status: 201,
    errors: ['payment_unavailable', 'product_unknown', 'user_unknown'],
  },
  paymentSession: {
    summary: 'The outcome of one of the account’s payments',
    params: PaymentSessionParams,
    query: PaymentSessionQuery,
    response: PaymentResult,
    errors: ['payment_unknown', 'payment_return_invalid'],
  },
  adminUsers: {
    summary: 'Accounts, by the beginning of the nickname or by id; 10,000 at most',
    query: AdminUsersQuery,
    response: AdminUsers,
  },
  adminUserBlock: {
    summary: 'Block an account: it is logged out everywhere',
    body: ReasonBody,
    response: z.null(),
    errors: ['user_unknown', 'admin_self'],
  },
  adminUserUnblock: {
    summary: 'Unblock an account',
    body: ReasonBody,
    response: z.null(),
    errors: ['user_unknown'],
  },
  adminRealms: {
    summary: 'Realms, by the beginning of the name or address, by owner or by id; 10,000 at most',
    query: AdminRealmsQuery,
    response: AdminRealms,
  },
  adminRealmBlock: {
    summary: 'Block a realm: it stops, and shows the reason',
    body: ReasonBody,
    response: z.null(),
    errors: ['realm_unknown'],
  },
  adminRealmUnblock: {
    summary: 'Unblock a realm',
    body: ReasonBody,
    response: z.null(),
    errors: ['realm_unknown'],
  },
  adminCoinsGrant: {
    summary: 'Give coins to a player',
    body: CoinsGrantBody,
    response: CoinsGranted,
    status: 201,
    errors: ['user_unknown', 'grant_expired', 'idempotency_conflict'],
  },
  adminPlanKernels: {
    summary: 'Which kernels the realms of each plan may run, and with how much memory',
    response: AdminPlanKernels,
  },
  adminPlanKernelsUpdate: {
    summary:
      'Set the kernels of all plans; realms whose kernel is no longer allowed are turned off, and keep everything',
    body: AdminPlanKernelsBody,
    response: AdminPlanKernelsUpdated,
    errors: ['plan_kernels_changed'],
  },
  adminMachine: {
    summary: 'What isolates realms on this machine, and what is missing',
    response: AdminMachine,
  },
  adminAudit: {
    summary: 'What operators did, the latest first',
    query: pageQuery(['at'], 'at,desc'),
    response: AuditRecords,
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
