-- What ran the realm when the backup was made: a new realm begins with it.
alter table backups
  add column kernel text not null default 'sandbox' check (kernel in ('sandbox', 'paper', 'vanilla')),
  add column kernel_jar text references kernel_jars;
update backups b set kernel = c.to_kernel, kernel_jar = c.to_jar from kernel_changes c
  where c.id = (select id from kernel_changes where realm_id = b.realm_id and state = 'DONE' and created_at < b.created_at
    order by created_at desc limit 1);
update backups b set kernel = c.from_kernel, kernel_jar = c.from_jar from kernel_changes c where c.snapshot_id = b.id;
alter table backups add constraint backups_kernel_jar_check check ((kernel = 'sandbox') = (kernel_jar is null));
create index backups_kernel_jar on backups (kernel_jar) where kernel_jar is not null;

alter table restores
  -- Of one that makes a new realm: its name, and the realm whose backup it is, which may go meanwhile. When it fails the new realm
  -- goes, and the row is the old one's.
  add column new_realm_name text,
  add column from_realm_id uuid references realms on delete set null,
  add constraint restores_new_realm_check check (from_realm_id is null or new_realm_name is not null);
create index restores_from_realm on restores (from_realm_id, created_at) where from_realm_id is not null;
create unique index restores_one_new_at_once on restores (from_realm_id) where state not in ('DONE', 'FAILED');

-- Whoever looks at the old realm's backups learns of it as well.
create function notify_from_realm_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('backups_changed', from_realm::text)
    from (select coalesce(new.from_realm_id, old.from_realm_id) as from_realm) as changed where from_realm is not null;
  return null;
end $$;
create trigger restores_from_realm_changed after insert or update or delete on restores
  for each row execute function notify_from_realm_changed();
