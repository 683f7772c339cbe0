-- No run of the realm with this lease or a smaller one is to go on: how a restart is wished. The next run has a larger one.
alter table realms add column restart_lease integer not null default 0;
create trigger realms_restart_wished after update of restart_lease on realms
  for each row execute function notify_realm_changed();
