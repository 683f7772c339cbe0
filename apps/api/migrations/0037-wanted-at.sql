-- Since when it is wanted to run: those that wait for memory are started in this order, accounts in turn.
alter table realms add column wanted_at timestamptz not null default now();
