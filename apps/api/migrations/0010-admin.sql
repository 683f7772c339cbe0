-- What operators did, and why. Kept for ever.
create table audit_log (
  id uuid primary key default gen_random_uuid(),
  -- No reference: the record outlives the account. null for the console of the machine.
  actor_id uuid,
  actor_nickname text not null,
  action text not null,
  -- What it was done to.
  subject_id uuid,
  subject_name text not null,
  reason text not null default '',
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_log_created_at on audit_log (created_at desc, id);
create index audit_log_subject on audit_log (subject_id, created_at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Why an account or a realm is blocked, for its owner to read.
alter table users add column blocked_reason text;
alter table realms add column blocked_reason text;
