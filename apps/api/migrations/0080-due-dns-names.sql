-- What is to be done with DNS names is found by an index: not by comparing all of them with all realms after each that was published.

alter table dns_records
  -- Whether its records are as they should be, as far as is known.
  add column settled boolean not null default false,
  -- Counts what made it unsettled, so that an attempt that was overtaken settles nothing.
  add column changes bigint not null default 0;
update dns_records d set settled = true from dns_zone z, realms r
  where d.published = z.target and r.deleted_at is null
    and lower(r.address) = split_part(d.host, '.', 1) and d.host = lower(r.address) || '.' || z.base_domain;
create index dns_records_due on dns_records (next_attempt_at) where not settled;
create index dns_records_busy on dns_records (busy_until) where not settled and busy_until is not null;
create index dns_records_problem on dns_records (host) where problem is not null;

-- Up to which realm the names are written down that were there before the zone; null: all are.
alter table dns_zone add column enlisted_after uuid default '00000000-0000-0000-0000-000000000000';

-- From then on each name is written down as it comes, and looked at again as it goes.
create function note_dns_name() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update dns_records d set settled = false, changes = changes + 1, next_attempt_at = now()
      from dns_zone z where d.host = lower(old.address) || '.' || z.base_domain;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into dns_records (host) select lower(new.address) || '.' || z.base_domain from dns_zone z
      on conflict (host) do update set settled = false, changes = dns_records.changes + 1, next_attempt_at = now();
  end if;
  return null;
end $$;
create trigger realms_dns_name after insert or delete on realms for each row execute function note_dns_name();
create trigger realms_dns_name_changed after update on realms for each row
  when ((lower(old.address), old.deleted_at is null) is distinct from (lower(new.address), new.deleted_at is null))
  execute function note_dns_name();

-- Only of those that wait, which an index lists.
create or replace function notify_dns_zone_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('realm_changed', r.id::text) from dns_records d
    join realms r on r.deleted_at is null and lower(r.address) = split_part(d.host, '.', 1)
    where not d.settled;
  return null;
end $$;
