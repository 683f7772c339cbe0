-- What managers chose to stand before their nicknames in a realm's game: kept here, so that another server has it too. Who no longer manages
-- the realm, or under a smaller plan, keeps it, and nobody sees it.
create table realm_prefixes (
  realm_id uuid not null references realms on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Empty: nothing, whatever the world of the built-in server has kept from before.
  prefix text not null check (length(prefix) <= 32),
  primary key (realm_id, user_id)
);
create index realm_prefixes_user on realm_prefixes (user_id);
create trigger realm_prefixes_changed after insert or update or delete on realm_prefixes
  for each row execute function notify_realm_changed();
