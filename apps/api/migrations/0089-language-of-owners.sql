-- Whom the gateway turns away it tells why in the owner's language, and so speaks a realm in the list of servers.
create function notify_owned_realms() returns trigger language plpgsql as $$
begin
  perform pg_notify('realm_changed', id::text) from realms where owner_id = new.id and deleted_at is null;
  return null;
end $$;
create trigger users_owned_realms after update of language on users
  for each row when (new.language <> old.language) execute function notify_owned_realms();
