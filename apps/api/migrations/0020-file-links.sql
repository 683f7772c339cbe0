-- What lets a browser fetch one file of a realm, once, without a token in its address.
create table file_links (
  -- SHA-256 of the ticket.
  hash bytea primary key check (length(hash) = 32),
  user_id uuid not null references users on delete cascade,
  realm_id uuid not null references realms on delete cascade,
  path text not null check (length(path) between 1 and 1024),
  expires_at timestamptz not null
);
create index file_links_expiry on file_links (expires_at);
