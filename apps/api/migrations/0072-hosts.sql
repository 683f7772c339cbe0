-- Machines that run realms, where those of the api do not: docs/decisions/077-remote-hosts.md.
create table hosts (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z0-9][a-z0-9.-]{0,62}$'),
  -- Where the api reaches it: host:port, or unix: and the path of a socket.
  address text not null check (length(address) between 3 and 300),
  -- Where gateways reach its realms; null: where the host says, on this machine.
  game_address text check (length(game_address) between 3 and 300),
  created_at timestamptz not null default now()
);

-- Where the realm's world is, from its first start on; null before, and where there are no hosts.
alter table realms add column host_id uuid references hosts;
-- What hosts are taken up by, and which may be removed.
create index realms_host on realms (host_id) include (owner_id, kernel)
  where host_id is not null and deleted_at is null and power = 'ON' and asleep_at is null and blocked_at is null;
create index realms_on_hosts on realms (host_id) where host_id is not null;
