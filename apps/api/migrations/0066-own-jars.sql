-- `own`: a jar of the realm's owner's.
alter table realms
  drop constraint realms_kernel_check,
  add constraint realms_kernel_check check (kernel in ('sandbox', 'paper', 'purpur', 'fabric', 'vanilla', 'own'));
alter table backups
  drop constraint backups_kernel_check,
  add constraint backups_kernel_check check (kernel in ('sandbox', 'paper', 'purpur', 'fabric', 'vanilla', 'own'));
alter table plan_kernels
  drop constraint plan_kernels_kernel_check,
  add constraint plan_kernels_kernel_check check (kernel in ('sandbox', 'paper', 'purpur', 'fabric', 'vanilla', 'own')),
  -- A realm has no jar before it has run.
  add constraint plan_kernels_default_check check (kernel <> 'own' or not is_default);
insert into plan_kernels (tier, kernel, allowed, memory_mib, is_default, revision)
  select tier, 'own', false, memory_mib, false, revision from plan_kernels where kernel = 'paper';

alter table kernel_jars
  drop constraint kernel_jars_kernel_check,
  add constraint kernel_jars_kernel_check check (kernel in ('paper', 'purpur', 'fabric', 'vanilla', 'own')),
  -- Of an own jar, whether it is one of Bukkit's servers.
  add column bukkit boolean not null default false;

alter table kernel_changes
  drop constraint kernel_changes_problem_check,
  add constraint kernel_changes_problem_check check (problem in ('DOWNLOAD', 'JAR', 'JAVA', 'SNAPSHOT', 'START', 'TIER'));
