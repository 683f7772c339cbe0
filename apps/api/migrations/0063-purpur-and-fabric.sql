alter table realms
  drop constraint realms_kernel_check,
  add constraint realms_kernel_check check (kernel in ('sandbox', 'paper', 'purpur', 'fabric', 'vanilla'));
alter table backups
  drop constraint backups_kernel_check,
  add constraint backups_kernel_check check (kernel in ('sandbox', 'paper', 'purpur', 'fabric', 'vanilla'));
alter table plan_kernels
  drop constraint plan_kernels_kernel_check,
  add constraint plan_kernels_kernel_check check (kernel in ('sandbox', 'paper', 'purpur', 'fabric', 'vanilla'));

-- A plan that has Paper has Purpur, which comes of it, and one that has the game's own server has Fabric, which loads mods into that.
insert into plan_kernels (tier, kernel, allowed, memory_mib, is_default, revision)
  select tier, kind, allowed, memory_mib, false, revision
  from plan_kernels join (values ('paper', 'purpur'), ('vanilla', 'fabric')) as like_it (like_kernel, kind) on like_kernel = kernel;

alter table kernel_jars
  drop constraint kernel_jars_kernel_check,
  add constraint kernel_jars_kernel_check check (kernel in ('paper', 'purpur', 'fabric', 'vanilla')),
  -- Its name among the builds of its version; null where a version has one alone.
  add column build text;
update kernel_jars set build = substring(url from '-(\d+)\.jar$') where kernel = 'paper';
-- By which a build is known: its maker's hash (`sha256:…`, `sha1:…`, `md5:…`), or its address where the maker publishes none.
alter table kernel_jars rename column makers_hash to identity;

alter table addon_orders
  drop constraint addon_orders_kind_check,
  add constraint addon_orders_kind_check check (kind in ('PLUGIN', 'MOD', 'DATA_PACK'));
