-- Whether the server that a realm's database lies on takes the password of its row: a change is noted first, and carried out then.
alter table realm_databases add column is_password_set boolean not null default true;
