-- What the sandbox that plays the chat platform remembers: nothing here belongs to the product's own records.
create schema chat_sandbox;

create table chat_sandbox.accounts (
  -- A snowflake, as the platform's own ids are.
  id bigint primary key,
  name text not null,
  -- Where its direct messages lie.
  channel_id bigint not null unique,
  allows_messages boolean not null default true,
  -- Of the one community there is.
  is_member boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index accounts_name on chat_sandbox.accounts (lower(name));

-- Consents that nobody has exchanged yet. Taken once: the row goes.
create table chat_sandbox.codes (
  hash bytea primary key,
  account_id bigint not null references chat_sandbox.accounts on delete cascade,
  redirect_uri text not null,
  scope text not null,
  expires_at timestamptz not null
);
create index codes_expires_at on chat_sandbox.codes (expires_at);

-- The tokens of one consent, as hashes.
create table chat_sandbox.grants (
  access_hash bytea primary key,
  refresh_hash bytea not null unique,
  account_id bigint not null references chat_sandbox.accounts on delete cascade,
  scope text not null,
  expires_at timestamptz not null
);
create index grants_expires_at on chat_sandbox.grants (expires_at);

-- Direct messages, in the order of their ids.
create table chat_sandbox.messages (
  id bigint primary key,
  account_id bigint not null references chat_sandbox.accounts on delete cascade,
  content text not null,
  components jsonb not null,
  -- A message that is sent twice under one nonce is one.
  nonce text,
  edited_at timestamptz,
  created_at timestamptz not null default now(),
  unique (account_id, nonce)
);
create index messages_account on chat_sandbox.messages (account_id, id);
create index messages_created_at on chat_sandbox.messages (created_at);
