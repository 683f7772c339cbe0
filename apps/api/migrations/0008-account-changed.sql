-- A block, and whatever raises the token version, ends every session of the account and every log-in that waits, by whichever hand it was
-- written. Who listens closes the sockets.
create function end_sessions_of_account() returns trigger language plpgsql as $$
declare
  session uuid;
begin
  if new.blocked_at is not null and old.blocked_at is null then
    new.token_version := old.token_version + 1;
  end if;
  if new.token_version <> old.token_version then
    for session in update sessions set revoked_at = now() where user_id = new.id and revoked_at is null returning id loop
      perform pg_notify('session_ended', session::text);
    end loop;
    update login_challenges set status = 'CANCELLED' where user_id = new.id and status in ('WAITING', 'APPROVED');
  end if;
  return new;
end $$;
create trigger users_sessions before update of blocked_at, token_version on users
  for each row execute function end_sessions_of_account();
