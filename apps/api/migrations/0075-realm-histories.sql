-- What was measured of realms in the last hour: ten minutes of a realm in a row, in which each step of ten seconds has 16 bytes. Unlogged: it
-- costs no write-ahead log, and after a crash of PostgreSQL it begins anew. Rows are changed once a minute in place, which a half of each page is
-- left for. No reference: what is left of a deleted realm goes within the hour.
create unlogged table realm_histories (
  number integer,
  realm_id uuid,
  samples bytea not null check (octet_length(samples) = 960),
  primary key (number, realm_id)
) with (fillfactor = 50);
alter table realm_histories alter column samples set storage main;
