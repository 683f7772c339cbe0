-- Pictures of products that operators have uploaded, as they are sent to browsers: a WebP, under its SHA-256.
create table product_icons (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  bytes bytea not null check (octet_length(bytes) <= 262144),
  uploaded_at timestamptz not null default now()
);
-- One that a product shows stays; the other values of `icon` are the names of pictures that the pages have.
alter table products add column icon_hash text
  generated always as (case when icon ~ '^[0-9a-f]{64}$' then icon end) stored references product_icons;
create index products_icon_hash on products (icon_hash) where icon_hash is not null;

-- Buyers see these from now on: as the pages have called the tiers before. A text that an operator has changed stays.
update product_translations set name = case name
    when 'ZOMBIE' then case language when 'RUSSIAN' then 'Зомби' else 'Zombie' end
    when 'GHAST' then case language when 'RUSSIAN' then 'Гаст' else 'Ghast' end
    when 'DRAGON' then case language when 'RUSSIAN' then 'Дракон' when 'POLISH' then 'Smok' else 'Dragon' end
  end
  from products
  where products.id = product_id and products.type = 'SUBSCRIPTION' and name in ('ZOMBIE', 'GHAST', 'DRAGON');
