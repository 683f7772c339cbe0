-- Raised when what connections to the game have proved to be the account's is to count no more, as by a log-out everywhere. What
-- raises the token version does the same.
alter table users add column game_logouts integer not null default 0;

-- The realms that the account manages learn of it.
create function notify_managed_realms() returns trigger language plpgsql as $$
begin
  perform pg_notify('realm_changed', id::text) from realms where owner_id = new.id and deleted_at is null;
  perform pg_notify('realm_changed', realm_id::text) from realm_partners where user_id = new.id;
  return null;
end $$;
create trigger users_managed_realms after update of token_version, blocked_at, game_logouts on users
  for each row execute function notify_managed_realms();
