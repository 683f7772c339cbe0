-- Rules of the game, as it has them itself while nobody changes them.
alter table realms
  add column keep_inventory boolean not null default false,
  add column daylight_cycle boolean not null default true,
  add column weather_cycle boolean not null default true,
  add column mob_griefing boolean not null default true,
  add column fire_spread boolean not null default true,
  add column mob_spawning boolean not null default true,
  add column natural_regeneration boolean not null default true;
create trigger realms_game_rules_changed
  after update of keep_inventory, daylight_cycle, weather_cycle, mob_griefing, fire_spread, mob_spawning, natural_regeneration on realms
  for each row execute function notify_realm_changed();
