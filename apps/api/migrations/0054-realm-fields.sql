alter table realms
  -- Nobody deletes it until its owner has taken this back.
  add column protected boolean not null default false,
  -- Where players appear in its world, by the last that its server has told: the world's own, kept with it. Null: it has never run.
  add column spawn_x integer,
  add column spawn_y integer,
  add column spawn_z integer,
  add constraint realms_spawn_check check (num_nulls(spawn_x, spawn_y, spawn_z) in (0, 3)),
  add constraint realms_description_check check (char_length(description) <= 120);
create trigger realms_fields_changed after update of protected, spawn_x, spawn_y, spawn_z on realms
  for each row execute function notify_realm_changed();
