-- Realms' users go on beyond the first block of ids: a driver has them for 268,173,311 numbers. None is given twice, as before.
alter table realm_numbers
  drop constraint realm_numbers_last_check,
  add constraint realm_numbers_last_check check (last between 0 and 268173311);
