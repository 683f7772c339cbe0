-- Secrets that every api of the installation has, sealed by its token key (sealed.ts); whoever makes one first has made it for all.
create table installation_secrets (
  name text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
