-- The zone of realms' DNS records, and how its provider does. No row: no provider was ever set up.
create table dns_zone (
  -- Which zone of which provider, as DnsProvider names it.
  place text not null,
  base_domain text not null,
  -- Where every name is to lead, as one text; names lead there whose records say the same.
  target text not null,
  -- Why nothing can be done in it now, in words for operators.
  problem text,
  failures integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  -- When all our records there were last compared with the rows below.
  compared_at timestamptz,
  only_one boolean not null default true unique check (only_one)
);

-- Names that have, or may have, records of ours. A row is written before the provider is asked, and goes when the records are gone.
create table dns_records (
  host text primary key check (host ~ '^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$'),
  -- The target that its records lead to, by the provider's word; null: not known.
  published text,
  record_id text,
  to_ip text,
  -- Counts attempts, so that one that was overtaken writes nothing.
  attempt integer not null default 0,
  -- An attempt is under way until then, or its process has died.
  busy_until timestamptz,
  failures integer not null default 0,
  problem text check (problem in ('TAKEN', 'REFUSED')),
  next_attempt_at timestamptz not null default now()
);

-- The page of the realm that has the name fetches again.
create function notify_dns_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('realm_changed', id::text) from realms
    where lower(address) = split_part(new.host, '.', 1) and deleted_at is null;
  return null;
end $$;
create trigger dns_records_changed after update on dns_records for each row
  when ((old.published, old.record_id, old.to_ip, old.problem) is distinct from (new.published, new.record_id, new.to_ip, new.problem))
  execute function notify_dns_changed();

-- While nothing can be done in the zone, or once it can again, the pages of all realms that wait for it show that.
create function notify_dns_zone_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('realm_changed', r.id::text) from realms r
    left join dns_records d on d.host = lower(r.address) || '.' || new.base_domain
    where r.deleted_at is null and d.published is distinct from new.target;
  return null;
end $$;
create trigger dns_zone_changed after update on dns_zone for each row
  when ((old.problem is null) is distinct from (new.problem is null)) execute function notify_dns_zone_changed();
