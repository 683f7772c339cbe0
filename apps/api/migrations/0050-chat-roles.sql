-- The role that each linked chat account is to have in the community, by its player's tier, and those that it may have of us.
create table chat_roles (
  platform text not null,
  external_id text not null,
  -- What the role goes by; CHICKEN for an account that is linked to nobody any more.
  tier text not null,
  -- Noted before a role is given, so that what was given before a crash can be taken away.
  held text[] not null default '{}',
  -- When the platform is to be asked next; null: all is as it should be.
  due_at timestamptz,
  attempts integer not null default 0,
  primary key (platform, external_id)
);
create index chat_roles_due_at on chat_roles (due_at) where due_at is not null;

create function want_chat_role(of_platform text, of_id text, of_tier text) returns void language sql as $$
  insert into chat_roles (platform, external_id, tier, due_at)
  select of_platform, of_id, of_tier, now()
  where of_tier <> 'CHICKEN' or exists (select from chat_roles where platform = of_platform and external_id = of_id)
  on conflict (platform, external_id) do update set tier = excluded.tier, due_at = excluded.due_at, attempts = 0;
$$;

-- Triggers, so that it makes no difference whether a call, a job or an operator with psql has changed it.
create function note_chat_link() returns trigger language plpgsql as $$
begin
  perform want_chat_role(new.platform, new.external_id, (select tier from users where id = new.user_id));
  return null;
end $$;
create trigger chat_accounts_linked after insert on chat_accounts for each row execute function note_chat_link();

create function note_chat_unlink() returns trigger language plpgsql as $$
begin
  perform want_chat_role(old.platform, old.external_id, 'CHICKEN');
  return null;
end $$;
create trigger chat_accounts_unlinked after delete on chat_accounts for each row execute function note_chat_unlink();

create function note_chat_tier() returns trigger language plpgsql as $$
begin
  perform want_chat_role(platform, external_id, new.tier) from chat_accounts where user_id = new.id;
  return null;
end $$;
create trigger users_tier_chat after update of tier on users
  for each row when (old.tier <> new.tier) execute function note_chat_tier();

insert into chat_roles (platform, external_id, tier, due_at)
select c.platform, c.external_id, u.tier, now() from chat_accounts c join users u on u.id = c.user_id where u.tier <> 'CHICKEN';
