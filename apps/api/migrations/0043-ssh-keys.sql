-- Public keys of SSH by which accounts log in by SFTP.
create table ssh_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- What stands behind the key in its file, or else its fingerprint's beginning.
  name text not null check (length(name) between 1 and 100),
  -- As in RFC 4253, 6.6.
  public_key bytea not null check (length(public_key) between 40 and 2048),
  -- SHA-256 of it, in base64.
  fingerprint text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (user_id, fingerprint)
);
-- A session that was begun by a key ends with it.
alter table sessions add column ssh_key_id uuid references ssh_keys on delete set null;
create index sessions_ssh_key on sessions (ssh_key_id) where ssh_key_id is not null;
