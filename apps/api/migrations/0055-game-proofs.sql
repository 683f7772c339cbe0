-- Codes to log in with in the game: what each proves, and from where it was used. Such a network is remembered with the account for as
-- long as the session that asked for the code lives in it.
create table game_proofs (
  -- SHA-256 of the code: the code itself is nowhere.
  hash bytea primary key check (octet_length(hash) = 32),
  user_id uuid not null references users on delete cascade,
  -- That asked for it.
  session_id uuid not null references sessions on delete cascade,
  -- Of the account at that time: the proof counts for nothing under a larger one.
  epoch integer not null,
  -- Where it was used; null: nowhere yet.
  network text,
  -- Of the code; once it was used, of what is remembered.
  expires_at timestamptz not null
);
create index game_proofs_user on game_proofs (user_id, network);
create index game_proofs_session on game_proofs (session_id);
create index game_proofs_expires_at on game_proofs (expires_at);

-- Whether networks are remembered. Turning it off raises game_logouts too.
alter table users add column game_memory boolean not null default true;
