-- Where a realm's database lies: on the guests' own cluster, on the server that the operator has named for them, or, made before there
-- was either, on the product's own server.
alter table realm_databases add column server text not null default 'product' check (server in ('product', 'guests', 'named'));
alter table realm_databases alter column server drop default;
