-- The latest realm's number. A number, and with it the user that a realm runs as, is given once and never again: files, processes and
-- addresses of a realm that is gone are then nobody else's. A driver has users for 262,143.
create table realm_numbers (
  last integer not null check (last between 0 and 262143),
  only_one boolean not null default true unique check (only_one)
);
insert into realm_numbers (last) select coalesce(max(number), 0) from realms;
