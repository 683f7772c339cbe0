-- A file on its way here, in pieces. How much of it has arrived is the length of the file itself, below the data folder.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- What it is for: an UploadPurpose of the contract.
  purpose jsonb not null,
  name text not null,
  size integer not null check (size > 0),
  created_at timestamptz not null default now()
);
create index uploads_user on uploads (user_id);
create index uploads_created_at on uploads (created_at);
