-- Wanted on, and stopped since then until somebody wants to play.
alter table realms
  add column asleep_at timestamptz,
  -- Who wakes it by joining.
  add column wake_by text not null default 'EVERYONE' check (wake_by in ('EVERYONE', 'MANAGERS'));
create trigger realms_sleep_changed after update of asleep_at, wake_by on realms
  for each row execute function notify_realm_changed();

-- What a tier counts from its beginning, such as the hour after which realms are shut down.
alter table users add column tier_since timestamptz not null default now();
create function note_tier_since() returns trigger language plpgsql as $$
begin
  new.tier_since := now();
  return new;
end $$;
create trigger users_tier_since before update of tier on users
  for each row when (old.tier <> new.tier) execute function note_tier_since();
-- The account's realms learn of it.
create trigger users_tier_realms after update of tier on users
  for each row when (old.tier <> new.tier) execute function notify_managed_realms();
