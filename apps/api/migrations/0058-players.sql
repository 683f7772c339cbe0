-- Who may come into a realm and who has powers in it. Kept here and not among the files of its server, so that neither another server nor
-- a restored world changes it.
alter table realms
  add column whitelist_on boolean not null default false,
  -- When the last change was made in the game that is in all this: what a realm reports from before it was heard.
  add column access_heard timestamptz;
create trigger realms_access_changed after update of whitelist_on, access_heard on realms
  for each row execute function notify_realm_changed();

create table realm_access (
  id uuid primary key default gen_random_uuid(),
  realm_id uuid not null references realms on delete cascade,
  kind text not null check (kind in ('WHITELIST', 'OPERATOR', 'BAN', 'ADDRESS_BAN')),
  -- A nickname, or the address of an ADDRESS_BAN.
  subject text not null,
  -- The nickname in lower case, or the network of the address.
  key text not null,
  -- An operator is an account: names prove nothing in the game.
  user_id uuid references users on delete cascade,
  -- Of an ADDRESS_BAN of somebody who was on: their nickname, which is shown in place of the address.
  player text,
  reason text not null default '',
  until timestamptz,
  -- The nickname of whoever made it; null: the console.
  author text,
  created_at timestamptz not null default now(),
  unique (realm_id, kind, key),
  check ((kind = 'OPERATOR') = (user_id is not null))
);
create index realm_access_user on realm_access (user_id) where user_id is not null;
create trigger realm_access_changed after insert or update or delete on realm_access
  for each row execute function notify_realm_changed();

-- As for managers, whose proofs end with the same.
create or replace function notify_managed_realms() returns trigger language plpgsql as $$
begin
  perform pg_notify('realm_changed', id::text) from realms where owner_id = new.id and deleted_at is null;
  perform pg_notify('realm_changed', realm_id::text) from realm_partners where user_id = new.id;
  perform pg_notify('realm_changed', realm_id::text) from realm_access where user_id = new.id;
  return null;
end $$;

-- What commands of the game change, by a player or from the console.
alter table realm_activity drop constraint realm_activity_via_check,
  add check (via in ('PAGE', 'SFTP', 'SCHEDULE', 'OPERATOR', 'GAME', 'CONSOLE'));

-- Who was on a realm. A guest is whoever came under an account's nickname without proving that it is theirs.
create table realm_visitors (
  realm_id uuid not null references realms on delete cascade,
  key text not null,
  guest boolean not null,
  nickname text not null,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  primary key (realm_id, key, guest)
);
create index realm_visitors_last_seen on realm_visitors (last_seen);
