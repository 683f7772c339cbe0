-- The chat account of a player. A chat account belongs to one player at a time; unlinked, the row goes. One row for each
-- platform: the sandbox can be tried without losing what is linked on the real one.
create table chat_accounts (
  user_id uuid not null references users on delete cascade,
  platform text not null check (platform in ('discord', 'sandbox')),
  -- The platform's own id of the account.
  external_id text not null,
  username text not null,
  email text,
  -- The platform's tokens, each sealed with AES-256-GCM.
  token bytea not null,
  refresh_token bytea not null,
  scope text not null,
  expires_at timestamptz not null,
  linked_at timestamptz not null default now(),
  primary key (user_id, platform),
  unique (platform, external_id)
);

-- What a visit to the chat platform is begun with: single use, for one player.
create table chat_link_states (
  -- SHA-256 of the state: the state itself is nowhere.
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index chat_link_states_user on chat_link_states (user_id, expires_at);
create index chat_link_states_expires_at on chat_link_states (expires_at);

-- A direct message with buttons, and what became of it. TIMEOUT: it can no longer be answered, for whatever reason.
create table chat_prompts (
  -- Part of every button's id, by which a press finds it.
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  platform text not null,
  -- Of the chat account that is asked: nobody else may answer.
  external_id text not null,
  -- Where the platform keeps it; null until it is sent.
  channel_id text,
  message_id text,
  content text not null,
  buttons jsonb not null,
  -- What it is about, for whoever asked.
  payload jsonb not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'TIMEOUT', 'SELECTED')),
  -- The id of the chosen button.
  selected text,
  created_at timestamptz not null default now(),
  timeout_at timestamptz not null,
  check ((status = 'SELECTED') = (selected is not null))
);
create index chat_prompts_user on chat_prompts (user_id);
create index chat_prompts_timeout_at on chat_prompts (timeout_at);
create index chat_prompts_waiting on chat_prompts (timeout_at) where status = 'WAITING';

-- A log-in that waits for its second step. It goes with its prompt.
create table login_challenges (
  -- SHA-256 of the track id: the id itself is nowhere.
  track_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  prompt_id uuid not null unique references chat_prompts on delete cascade,
  token_name text not null,
  scopes text[] not null,
  ip inet not null,
  user_agent text not null,
  -- Of the account when the password was given: a change of the password meanwhile ends the challenge.
  token_version integer not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'APPROVED', 'REJECTED', 'CANCELLED', 'CONSUMED')),
  created_at timestamptz not null default now(),
  -- Whatever its status, from then on it gives no tokens.
  expires_at timestamptz not null
);
create index login_challenges_user on login_challenges (user_id);
-- A newer one cancels the older.
create unique index login_challenges_outstanding on login_challenges (user_id) where status in ('WAITING', 'APPROVED');
-- The sockets that wait for it are told at the commit, in whichever process.
create function notify_login_decided() returns trigger language plpgsql as $$
begin
  perform pg_notify('login_decided', encode(new.track_hash, 'hex'));
  return null;
end $$;
create trigger login_challenges_decided after update of status on login_challenges
  for each row execute function notify_login_decided();

-- How often something was tried within a window of time, by what is limited. Lost in a crash without harm.
create unlogged table attempts (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);
create index attempts_window_ends_at on attempts (window_ends_at);
