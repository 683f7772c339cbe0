import { z } from 'zod';
import { addresses, type EndpointName } from './addresses.ts';
import { AdminQuery, AdminRealms, AdminUsers, AuditRecords, CoinsGrantBody, CoinsGranted, ReasonBody } from './admin.ts';
import type { Endpoint } from './endpoint.ts';
import { PageQuery } from './pagination.ts';
import { CardCheckoutBody, PaymentResult, PaymentSession, PaymentSessionParams, PaymentSessionQuery, RubCheckoutBody } from './payments.ts';
import { Product, ProductBody, ProductGetQuery, ProductListQuery, ProductPage, ProductRecord, ProductRecords, ProductSearchQuery } from './shop.ts';
import { SubscriptionActivateBody, SubscriptionPlan, SubscriptionPreview, SubscriptionPreviewQuery, UserSubscription } from './subscriptions.ts';
import { WalletStatement } from './wallet.ts';

/** The calls of coins, the shop, subscriptions and operators. */
export const shopEndpoints = {
  subscriptionPlans: {
    address: addresses.subscriptionPlans,
    summary: 'The tiers, the lowest first',
    response: z.array(SubscriptionPlan),
    errors: [],
  },
  subscriptionPreview: {
    address: addresses.subscriptionPreview,
    summary: 'What a tier would cost the account now, and which realms it would stop',
    query: SubscriptionPreviewQuery,
    response: SubscriptionPreview,
    errors: [],
  },
  subscriptionActivate: {
    address: addresses.subscriptionActivate,
    summary: 'Subscribe with coins, or move to a higher tier',
    body: SubscriptionActivateBody,
    response: UserSubscription,
    errors: [
      'subscription_already',
      'subscription_product_invalid',
      'insufficient_funds',
      'wallet_debt',
      'idempotency_conflict',
    ],
  },
  subscriptionCancel: {
    address: addresses.subscriptionCancel,
    summary: 'End the subscription with the month that is paid',
    response: UserSubscription,
    errors: ['subscription_none'],
  },
  subscriptionResume: {
    address: addresses.subscriptionResume,
    summary: 'Take the cancellation back',
    response: UserSubscription,
    errors: ['subscription_none'],
  },
  walletStatement: {
    address: addresses.walletStatement,
    summary: 'What came into the wallet and went out of it, the latest first',
    query: PageQuery,
    response: WalletStatement,
    errors: [],
  },
  walletStatementCsv: {
    address: addresses.walletStatementCsv,
    summary: 'The whole statement as a table: date, kind, reference, subject, amount, balance',
    response: z.string(),
    errors: [],
  },
  productList: {
    address: addresses.productList,
    summary: 'What is sold for a currency',
    query: ProductListQuery,
    response: ProductPage,
    errors: [],
  },
  productSearch: {
    address: addresses.productSearch,
    summary: 'What is sold for a currency, by name',
    query: ProductSearchQuery,
    response: ProductPage,
    errors: [],
  },
  productGet: {
    address: addresses.productGet,
    summary: 'One product',
    query: ProductGetQuery,
    response: Product,
    errors: ['product_unknown'],
  },
  productRecords: {
    address: addresses.productRecords,
    summary: 'Every product with all its prices and texts',
    query: PageQuery,
    response: ProductRecords,
    errors: [],
  },
  productCreate: {
    address: addresses.productCreate,
    summary: 'Put a product into the shop',
    body: ProductBody,
    response: ProductRecord,
    status: 201,
    errors: [],
  },
  productUpdate: {
    address: addresses.productUpdate,
    summary: 'Change a product: the whole of it',
    body: ProductBody,
    response: ProductRecord,
    errors: ['product_unknown'],
  },
  productArchive: {
    address: addresses.productArchive,
    summary: 'Take a product out of the shop',
    response: z.null(),
    errors: ['product_unknown'],
  },
  paymentCheckoutCard: {
    address: addresses.paymentCheckoutCard,
    summary: 'Begin to buy coins by card',
    body: CardCheckoutBody,
    response: PaymentSession,
    status: 201,
    errors: ['payment_unavailable', 'payment_refused', 'product_unknown', 'user_unknown'],
  },
  paymentCheckoutRub: {
    address: addresses.paymentCheckoutRub,
    summary: 'Begin to buy coins in roubles',
    body: RubCheckoutBody,
    response: PaymentSession,
    status: 201,
    errors: ['payment_unavailable', 'product_unknown', 'user_unknown'],
  },
  paymentSession: {
    address: addresses.paymentSession,
    summary: 'What became of a payment of the account',
    params: PaymentSessionParams,
    query: PaymentSessionQuery,
    response: PaymentResult,
    errors: ['payment_unknown', 'payment_return_invalid'],
  },
  adminUsers: {
    address: addresses.adminUsers,
    summary: 'Accounts, by part of the nickname or by id',
    query: AdminQuery,
    response: AdminUsers,
    errors: [],
  },
  adminUserBlock: {
    address: addresses.adminUserBlock,
    summary: 'Block an account: it is logged out everywhere',
    body: ReasonBody,
    response: z.null(),
    errors: ['user_unknown', 'admin_self'],
  },
  adminUserUnblock: {
    address: addresses.adminUserUnblock,
    summary: 'Let a blocked account in again',
    body: ReasonBody,
    response: z.null(),
    errors: ['user_unknown'],
  },
  adminRealms: {
    address: addresses.adminRealms,
    summary: 'Realms, by part of the name or address, or by id',
    query: AdminQuery,
    response: AdminRealms,
    errors: [],
  },
  adminRealmBlock: {
    address: addresses.adminRealmBlock,
    summary: 'Block a realm: it is stopped, and says why',
    body: ReasonBody,
    response: z.null(),
    errors: ['realm_unknown'],
  },
  adminRealmUnblock: {
    address: addresses.adminRealmUnblock,
    summary: 'Give a blocked realm back to its owner',
    body: ReasonBody,
    response: z.null(),
    errors: ['realm_unknown'],
  },
  adminCoinsGrant: {
    address: addresses.adminCoinsGrant,
    summary: 'Give coins to a player',
    body: CoinsGrantBody,
    response: CoinsGranted,
    status: 201,
    errors: ['user_unknown', 'grant_expired', 'idempotency_conflict'],
  },
  adminAudit: {
    address: addresses.adminAudit,
    summary: 'What operators did, the latest first',
    query: PageQuery,
    response: AuditRecords,
    errors: [],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
