-- An upload that has become what it was for is told of for a day.
alter table uploads add column finished_at timestamptz;
create index uploads_realm on uploads ((purpose ->> 'realmId'), created_at) where purpose ->> 'kind' = 'FILE';

alter table backups
  -- When the realm's last backup was asked for before this one: what counts again if this one fails.
  add column backed_up_before timestamptz,
  drop constraint backups_problem_check,
  add constraint backups_problem_check check (problem in ('SPACE', 'DISK', 'FAULT'));

-- When it was READY for the first time: from then on its world is its own. Until then the map that it begins with is kept.
alter table realms add column began_at timestamptz;
update realms set began_at = now() where lease > 0 and crash_count = 0;
