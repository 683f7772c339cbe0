-- What the shop sells. A product is never deleted: orders name it.
create table products (
  id uuid primary key default gen_random_uuid(),
  category text not null check (category in ('COINS', 'CASES', 'PRIVILEGES', 'ACCESSORIES')),
  type text not null check (type in ('SUBSCRIPTION', 'COINPACK')),
  -- Coins of a pack; the tier of a subscription by number, 1 ZOMBIE to 3 DRAGON.
  logic_value integer not null check (logic_value > 0),
  icon text,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  check (type <> 'SUBSCRIPTION' or logic_value <= 3)
);
create index products_category on products (category, type, logic_value);

create table product_prices (
  product_id uuid not null references products on delete cascade,
  currency text not null check (currency in ('COINS', 'USD', 'RUB', 'PLN')),
  -- Before the discount, in minor units.
  amount integer not null check (amount > 0),
  -- Whole per cent.
  discount integer check (discount between 1 and 99),
  primary key (product_id, currency)
);

create table product_translations (
  product_id uuid not null references products on delete cascade,
  language text not null check (language in ('POLISH', 'ENGLISH', 'RUSSIAN')),
  name text not null,
  description text not null,
  primary key (product_id, language)
);

-- A payment in money, from its beginning to whatever became of it.
create table orders (
  id uuid primary key default gen_random_uuid(),
  -- The rouble provider knows orders by number: 1 to 2147483647.
  invoice integer not null unique generated always as identity,
  buyer_id uuid not null references users,
  recipient_id uuid not null references users,
  product_id uuid not null references products,
  -- What was agreed: later changes of the product do not touch it.
  coins integer not null check (coins > 0),
  provider text not null check (provider in ('card', 'roubles')),
  currency text not null check (currency in ('USD', 'PLN', 'RUB')),
  amount integer not null check (amount > 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'PAID', 'CLOSED', 'REFUNDED', 'DISPUTED')),
  -- The card provider's id of the checkout, and of the payment within it.
  session_id text unique,
  payment_intent text unique,
  -- Given back so far, in minor units.
  refunded integer not null default 0 check (refunded between 0 and amount),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- When the provider is asked again what became of it; null when no answer can change anything.
  check_at timestamptz,
  checks integer not null default 0,
  check ((provider = 'roubles') = (currency = 'RUB')),
  check ((status in ('PAID', 'REFUNDED', 'DISPUTED')) = (paid_at is not null))
);
create index orders_check_at on orders (check_at) where check_at is not null;
create index orders_buyer on orders (buyer_id, created_at);

-- The catalogue that an installation begins with.
with packs (position, icon, coins, name_en, name_ru, name_pl, usd, rub, pln, discount) as (
  values
    (1, 'coins-1', 100, '100 coins', '100 монет', '100 monet', 99, 9900, 399, null::integer),
    (2, 'coins-2', 300, '300 coins', '300 монет', '300 monet', 299, 27900, 1199, 10),
    (3, 'coins-3', 700, '700 coins', '700 монет', '700 monet', 699, 64900, 2799, 15),
    (4, 'coins-4', 1500, '1,500 coins', '1500 монет', '1500 monet', 1499, 139900, 5999, 20)
),
made as (
  insert into products (category, type, logic_value, icon)
  select 'COINS', 'COINPACK', coins, icon from packs order by position
  returning id, logic_value
),
prices as (
  insert into product_prices (product_id, currency, amount, discount)
  select made.id, price.currency, price.amount, packs.discount
  from made join packs on packs.coins = made.logic_value
  cross join lateral (values ('USD', packs.usd), ('RUB', packs.rub), ('PLN', packs.pln)) as price (currency, amount)
)
insert into product_translations (product_id, language, name, description)
select made.id, text.language, text.name, text.description
from made join packs on packs.coins = made.logic_value
cross join lateral (values
  ('ENGLISH', packs.name_en, 'Coins for subscriptions. They do not expire.'),
  ('RUSSIAN', packs.name_ru, 'Монеты для подписок. Они не сгорают.'),
  ('POLISH', packs.name_pl, 'Monety na subskrypcje. Nie tracą ważności.')
) as text (language, name, description);

with plans (tier, icon, coins, name, text_en, text_ru, text_pl) as (
  values
    (1, 'zombie', 300, 'ZOMBIE', 'Two servers with 5 slots, the Nether and the End, no ads: for a month.',
      'Два сервера по 5 слотов, Незер и Край, без рекламы: на месяц.',
      'Dwa serwery po 5 miejsc, Nether i End, bez reklam: na miesiąc.'),
    (2, 'ghast', 700, 'GHAST', 'Five servers with 10 slots, co-owners and starter kits: for a month.',
      'Пять серверов по 10 слотов, совладельцы и стартовые наборы: на месяц.',
      'Pięć serwerów po 10 miejsc, współwłaściciele i zestawy startowe: na miesiąc.'),
    (3, 'dragon', 1500, 'DRAGON', 'Ten servers without a limit of slots, your own maps and resource packs: for a month.',
      'Десять серверов без ограничения слотов, свои карты и наборы ресурсов: на месяц.',
      'Dziesięć serwerów bez limitu miejsc, własne mapy i paczki zasobów: na miesiąc.')
),
made as (
  insert into products (category, type, logic_value, icon)
  select 'PRIVILEGES', 'SUBSCRIPTION', tier, icon from plans order by tier
  returning id, logic_value
),
prices as (
  insert into product_prices (product_id, currency, amount)
  select made.id, 'COINS', plans.coins from made join plans on plans.tier = made.logic_value
)
insert into product_translations (product_id, language, name, description)
select made.id, text.language, plans.name, text.description
from made join plans on plans.tier = made.logic_value
cross join lateral (values
  ('ENGLISH', plans.text_en), ('RUSSIAN', plans.text_ru), ('POLISH', plans.text_pl)
) as text (language, description);

-- Whoever listens learns of each change of a player's balance, and of what became of his payments.
create function notify_account_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changed', to_jsonb(new) ->> tg_argv[0]);
  return null;
end $$;
create trigger accounts_changed after update of balance on accounts
  for each row when (new.user_id is not null and new.balance is distinct from old.balance)
  execute function notify_account_changed('user_id');
create trigger orders_changed after update of status on orders
  for each row when (new.status is distinct from old.status)
  execute function notify_account_changed('buyer_id');
