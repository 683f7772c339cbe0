-- What the land of a realm's world is drawn from, as it was typed or chosen by chance; null: the map's own.
alter table realms add column seed text check (char_length(seed) between 1 and 32);

-- The same of the world in a backup, which comes back with it; null in those of realms that are gone.
alter table backups
  add column world_type text,
  add column map text,
  add column seed text,
  drop constraint backups_origin_check,
  add constraint backups_origin_check check (origin in ('MANUAL', 'SCHEDULED', 'KERNEL_CHANGE', 'RESET'));
update backups b set world_type = r.world_type, map = r.map from realms r where r.id = b.realm_id;

-- A new world that takes the place of one that is backed up before: a restore whose world is made.
alter table restores
  add column to_map text,
  add column to_seed text,
  -- The backup of the world that goes.
  add column snapshot_id uuid references backups on delete set null,
  drop constraint restores_state_check,
  add constraint restores_state_check
    check (state in ('SAVING', 'CHECKING', 'STOPPING', 'STARTING', 'UNDOING', 'DONE', 'FAILED')),
  add constraint restores_new_world_check check (to_map is null or (backup_id is null and new_realm_name is null)),
  add constraint restores_saving_check check (state <> 'SAVING' or to_map is not null);
create index restores_snapshot on restores (snapshot_id) where snapshot_id is not null;

create trigger realms_world_changed after update of world_type, map, seed on realms
  for each row execute function notify_realm_changed();
