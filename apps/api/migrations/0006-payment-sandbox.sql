-- What the sandbox that plays the payment providers remembers: nothing here belongs to the product's own records.
create schema payment_sandbox;

create table payment_sandbox.payments (
  -- As the card provider writes the ids of its checkouts, or of the rouble provider's invoice.
  id text primary key,
  provider text not null check (provider in ('stripe', 'robokassa')),
  invoice integer unique check ((provider = 'robokassa') = (invoice is not null)),
  currency text not null check (currency in ('USD', 'PLN', 'RUB')),
  -- Minor units.
  amount integer not null check (amount > 0),
  description text not null,
  -- What else it was begun with, as the provider knows it.
  request jsonb not null,
  -- OPEN: nobody has paid yet; PENDING: the money is on its way; FAILED: it did not come; CLOSED: nobody can pay any more.
  status text not null default 'OPEN' check (status in ('OPEN', 'PENDING', 'PAID', 'FAILED', 'CLOSED')),
  payment_intent text unique,
  charge text unique,
  refunded integer not null default 0 check (refunded between 0 and amount),
  dispute text unique,
  dispute_state text check (dispute_state in ('OPEN', 'WITHDRAWN', 'WON', 'LOST')),
  disputed integer,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((dispute is null) = (dispute_state is null) and (dispute is null) = (disputed is null))
);
create index payments_created_at on payment_sandbox.payments (created_at desc, id desc);
create index payments_open on payment_sandbox.payments (expires_at) where status = 'OPEN';

-- What the product is told: when next, and what came of it so far.
create table payment_sandbox.deliveries (
  id bigint primary key generated always as identity,
  payment_id text not null references payment_sandbox.payments on delete cascade,
  event text not null,
  method text not null check (method in ('POST', 'GET')),
  body text not null,
  -- null: not by itself.
  due_at timestamptz,
  attempts integer not null default 0,
  -- The last answer, in short.
  answer text,
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
create index deliveries_payment on payment_sandbox.deliveries (payment_id, id);
create index deliveries_due on payment_sandbox.deliveries (due_at) where due_at is not null;

-- Requests under an idempotency key: the first answer is given again.
create table payment_sandbox.requests (
  key text primary key check (length(key) between 1 and 255),
  params_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);
create index requests_created_at on payment_sandbox.requests (created_at);
