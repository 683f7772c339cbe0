-- Which process takes a piece of work on worlds further: every process of the api may, and one at a time does.

create table work_claims (
  -- Backups and restores, changes of kernels, add-ons, modpacks: one of each may be under way in a realm.
  kind text not null,
  -- The realm, or where it is gone what is to be taken away.
  turn uuid not null,
  -- The process.
  owner uuid not null,
  -- Believed until then; renewed while it is worked on.
  claimed_until timestamptz not null,
  -- Of the process: by a lock of this number others see that its session is there, and once it is gone they wait no longer. Null: it has none.
  session integer,
  primary key (kind, turn)
);

create index work_claims_owner on work_claims (owner);
