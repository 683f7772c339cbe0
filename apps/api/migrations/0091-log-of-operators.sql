-- What owners do with schedules and databases is in their realm's activity for 90 days, as the privacy policy says, and not in the operators' log for ever. What an
-- api of the previous release adds while it still runs stays, and is not shown.
alter table audit_log disable trigger audit_log_append_only;
delete from audit_log where action in
  ('scheduleCreate', 'scheduleUpdate', 'scheduleDelete', 'databaseCreate', 'databasePassword', 'databaseRotate', 'databaseDelete');
alter table audit_log enable trigger audit_log_append_only;
