alter table chat_prompts
  -- When it is to be sent, or tried again; null: it is sent, or whoever has made it sends it.
  add column next_send_at timestamptz;
create index chat_prompts_unsent on chat_prompts (next_send_at) where next_send_at is not null;

-- Where an account has been logged in from, as long as that counts as known.
create table login_networks (
  user_id uuid not null references users on delete cascade,
  -- An IPv4 address, or the first four groups of an IPv6 one.
  network text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
create index login_networks_seen_at on login_networks (seen_at);
insert into login_networks (user_id, network, seen_at)
  select user_id, host(ip), max(last_used_at) from sessions where family(ip) = 4 group by 1, 2;
