create table users (
  id uuid primary key default gen_random_uuid(),
  nickname text not null check (nickname ~ '^[A-Za-z0-9_]{4,16}$'),
  lowercase_nickname text not null generated always as (lower(nickname)) stored unique,
  -- The uuid that the game derives from the nickname on servers without licence checks.
  game_uuid uuid not null,
  password_hash text not null,
  role text not null default 'USER' check (role in ('USER', 'ADMIN')),
  tier text not null default 'CHICKEN' check (tier in ('CHICKEN', 'ZOMBIE', 'GHAST', 'DRAGON')),
  language text not null check (language in ('en', 'ru', 'pl')),
  -- Raised to make every access token of the account worthless.
  token_version integer not null default 0,
  blocked_at timestamptz,
  reg_date timestamptz not null default now(),
  reg_ip inet not null,
  login_date timestamptz,
  login_ip inet
);

create table referrals (
  id uuid primary key default gen_random_uuid(),
  referrer_id uuid not null references users on delete cascade,
  referred_id uuid not null unique references users on delete cascade,
  status text not null default 'NOT_VERIFIED' check (status in ('NOT_VERIFIED', 'VERIFIED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (referrer_id <> referred_id)
);
create index referrals_referrer on referrals (referrer_id);

-- A log-in and the family of refresh tokens that descends from it.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_name text not null,
  scopes text[] not null,
  ip inet not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- However often it is refreshed, it ends here.
  ends_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_ends_at on sessions (ends_at);
create index sessions_revoked_at on sessions (revoked_at) where revoked_at is not null;

create table refresh_tokens (
  -- SHA-256 of the token: the token itself is nowhere.
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz not null,
  rotated_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_expires_at on refresh_tokens (expires_at);
create index refresh_tokens_rotated_at on refresh_tokens (rotated_at) where rotated_at is not null;
