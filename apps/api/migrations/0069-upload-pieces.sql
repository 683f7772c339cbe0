-- What has arrived of an upload, in pieces that every api reaches: each is a blob of the store. One of which no row tells, because its
-- writer was killed or came second, is swept.
alter table uploads
  add column received integer not null default 0,
  add column piece_at timestamptz,
  add constraint uploads_received check (received between 0 and size);

create table upload_pieces (
  blob uuid primary key,
  upload_id uuid not null references uploads on delete cascade,
  -- Where it begins in the file.
  at integer not null check (at >= 0),
  bytes integer not null check (bytes > 0),
  unique (upload_id, at)
);

-- Those under way: what they have still to bring is room that is taken.
create index uploads_open on uploads (user_id) where finished_at is null;
