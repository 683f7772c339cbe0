-- What an owner sets. Which of it the realm's kernel carries out, the kernel says.
alter table realms
  add column command_blocks boolean not null default false,
  add column deal_damage boolean not null default true,
  add column animal_spawn boolean not null default true,
  add column fly_survival boolean not null default false,
  add column monster_spawn boolean not null default true,
  add column view_achievements_on_chat boolean not null default true,
  add column villagers_respawn boolean not null default true,
  add column spawn_protection_radius integer not null default 0 check (spawn_protection_radius between 0 and 2000),
  add column difficulty_level text not null default 'NORMAL'
    check (difficulty_level in ('PEACEFUL', 'EASY', 'NORMAL', 'HARD', 'HARDCORE')),
  add column access_without_license text not null default 'NORMAL' check (access_without_license in ('NORMAL')),
  add column resource_pack_url text,
  -- Of the file as it was when the address was set.
  add column resource_pack_sha1 text check (resource_pack_sha1 ~ '^[0-9a-f]{40}$'),
  add check ((resource_pack_url is null) = (resource_pack_sha1 is null));

create trigger realms_settings_changed
  after update of command_blocks, deal_damage, animal_spawn, fly_survival, monster_spawn, view_achievements_on_chat,
    villagers_respawn, spawn_protection_radius, difficulty_level, resource_pack_url, resource_pack_sha1
  on realms for each row execute function notify_realm_changed();
