-- What the realms of each plan may run, and with how much memory: operators set it.
create table plan_kernels (
  tier text not null check (tier in ('CHICKEN', 'ZOMBIE', 'GHAST', 'DRAGON')),
  kernel text not null check (kernel in ('sandbox', 'paper', 'vanilla')),
  allowed boolean not null,
  memory_mib integer not null check (memory_mib between 256 and 65536),
  -- What is chosen beforehand for a new realm.
  is_default boolean not null,
  -- The same in every row, and one more with each change of the table.
  revision integer not null default 1,
  primary key (tier, kernel),
  check (allowed or not is_default)
);
create unique index plan_kernels_default on plan_kernels (tier) where is_default;

insert into plan_kernels (tier, kernel, allowed, memory_mib, is_default) values
  ('CHICKEN', 'sandbox', true, 384, true), ('CHICKEN', 'paper', false, 1024, false), ('CHICKEN', 'vanilla', false, 1024, false),
  ('ZOMBIE', 'sandbox', true, 512, true), ('ZOMBIE', 'paper', true, 1536, false), ('ZOMBIE', 'vanilla', true, 1536, false),
  ('GHAST', 'sandbox', true, 768, true), ('GHAST', 'paper', true, 2048, false), ('GHAST', 'vanilla', true, 2048, false),
  ('DRAGON', 'sandbox', true, 1024, true), ('DRAGON', 'paper', true, 3072, false), ('DRAGON', 'vanilla', true, 3072, false);

-- All realms are looked at anew: what they may run and take has changed.
create function notify_plan_kernels_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('plan_kernels_changed', '');
  return null;
end $$;
create trigger plan_kernels_changed after insert or update or delete on plan_kernels
  for each statement execute function notify_plan_kernels_changed();

-- One that begins with a server in Java gets its jar at its first start.
alter table realms
  drop constraint realms_kernel_jar_check,
  add constraint realms_kernel_jar_check check (kernel <> 'sandbox' or kernel_jar is null);
