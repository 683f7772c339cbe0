-- Which installation this is: installation.json in its data folder holds the same id, so that no second folder is used with the database.
create table installation (
  id uuid primary key default gen_random_uuid(),
  -- When a data folder was made the database's; null until then.
  bound_at timestamptz,
  only_one boolean not null default true unique check (only_one)
);
insert into installation default values;
