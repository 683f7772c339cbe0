-- Where it is kept: 'folder', or 's3 <endpoint>/<bucket>'. Null: made before that was written down, where the api kept them then.
alter table backups
  add column place text,
  drop constraint backups_problem_check,
  add constraint backups_problem_check check (problem in ('SPACE', 'DISK', 'STORE_AWAY', 'STORE_REFUSED', 'FAULT'));
