import {
  type Currency,
  minorUnits,
  type PageQuery,
  type ProductBody,
  type ProductChange,
  type ProductCategory,
  type ProductLanguage,
} from '@realmkeep/contract';
import { type SqlBool, sql } from 'kysely';
import { listPage } from '../../db/list-page.ts';
import { type Db, type Tx, now } from '../../db/pool.ts';

/** What a product is sold as, in one language and currency. */
interface Shown {
  currency: Currency;
  language: ProductLanguage;
}

/** Products that are sold in the currency, each with its price and text. */
function selectProducts(db: Db | Tx, { currency, language }: Shown) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_prices as price', (join) =>
      join.onRef('price.product_id', '=', 'p.id').on('price.currency', '=', currency),
    )
    .innerJoin('product_translations as text', (join) =>
      join.onRef('text.product_id', '=', 'p.id').on('text.language', '=', language),
    )
    .where('p.archived_at', 'is', null);
}

const productColumns = [
  'p.id',
  'p.category',
  'p.type',
  'p.logic_value',
  'p.icon',
  'price.currency',
  'price.amount',
  'price.discount',
  'text.name',
  'text.description',
] as const;

const ownFields = {
  category: sql.ref('p.category'),
  type: sql.ref('p.type'),
  logicValue: sql.ref('p.logic_value'),
};

/** The price to pay, for comparison. */
const effectivePrice = sql`price.amount * (100 - coalesce(price.discount, 0))`;

export type ProductRow = NonNullable<Awaited<ReturnType<typeof findProduct>>>;

/** The product with the id; nothing if it is not sold in the currency, or no longer. */
export function findProduct(db: Db | Tx, id: string, shown: Shown) {
  return selectProducts(db, shown).select(productColumns).where('p.id', '=', id).executeTakeFirst();
}

export function listProducts(
  db: Db,
  shown: Shown,
  query: PageQuery<'category' | 'type' | 'logicValue' | 'name' | 'price'>,
  { category, named }: { category?: ProductCategory | undefined; named?: string },
) {
  let found = selectProducts(db, shown).select(productColumns);
  if (category) found = found.where('p.category', '=', category);
  if (named !== undefined) found = found.where(sql<SqlBool>`position(lower(${named}) in lower(text.name)) > 0`);
  const order = { ...ownFields, name: sql`lower(text.name)`, price: effectivePrice };
  return listPage(found, query, order, sql.ref('p.id'));
}

export type ProductRecordRow = NonNullable<Awaited<ReturnType<typeof findRecord>>>;

function selectRecords(db: Db | Tx) {
  return db.selectFrom('products as p').select([
    'p.id',
    'p.category',
    'p.type',
    'p.logic_value',
    'p.icon',
    'p.archived_at',
    'p.revision',
    sql<{ currency: Currency; amount: number; discount: number | null }[]>`(
        select json_agg(json_build_object('currency', currency, 'amount', amount, 'discount', discount) order by currency)
        from product_prices where product_id = p.id)`.as('prices'),
    sql<{ language: ProductLanguage; name: string; description: string }[]>`(
        select json_agg(json_build_object('language', language, 'name', name, 'description', description) order by language)
        from product_translations where product_id = p.id)`.as('translations'),
  ]);
}

export function findRecord(db: Db | Tx, id: string) {
  return selectRecords(db).where('p.id', '=', id).executeTakeFirst();
}

export function listRecords(db: Db, query: PageQuery<'category' | 'type' | 'logicValue' | 'archivedAt'>) {
  return listPage(selectRecords(db), query, { ...ownFields, archivedAt: sql.ref('p.archived_at') }, sql.ref('p.id'));
}

/** The columns of a product's own row. */
const ownColumns = ({ category, type, logicValue, icon }: ProductBody) => ({
  category,
  type,
  logic_value: logicValue,
  icon: icon ?? null,
});

export async function insertProduct(tx: Tx, product: ProductBody): Promise<string> {
  const { id } = await tx.insertInto('products').values(ownColumns(product)).returning('id').executeTakeFirstOrThrow();
  await insertParts(tx, id, product);
  return id;
}

/** @returns whether there is such a product, at the given revision if one is given */
export async function replaceProduct(tx: Tx, id: string, { revision, ...product }: ProductChange): Promise<boolean> {
  let update = tx
    .updateTable('products')
    .set({ ...ownColumns(product), revision: sql<number>`revision + 1` })
    .where('id', '=', id);
  if (revision !== undefined) update = update.where('revision', '=', revision);
  const changed = await update.executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await tx.deleteFrom('product_prices').where('product_id', '=', id).execute();
  await tx.deleteFrom('product_translations').where('product_id', '=', id).execute();
  await insertParts(tx, id, product);
  return true;
}

async function insertParts(tx: Tx, id: string, { prices, translations }: ProductBody): Promise<void> {
  await tx
    .insertInto('product_prices')
    .values(
      prices.map(({ currency, price, discount }) => ({
        product_id: id,
        currency,
        amount: Math.round(price * minorUnits[currency]),
        discount: discount ?? null,
      })),
    )
    .execute();
  await tx
    .insertInto('product_translations')
    .values(translations.map((translation) => ({ product_id: id, ...translation })))
    .execute();
}

/** Takes a product out of the shop. @returns whether there is such a product */
export async function archiveProduct(tx: Tx, id: string): Promise<boolean> {
  const changed = await tx
    .updateTable('products')
    .set(({ fn }) => ({ archived_at: fn.coalesce('archived_at', now) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** What subscriptions that are sold cost in coins. */
function selectSubscriptions(db: Db | Tx) {
  return db
    .selectFrom('products as p')
    .innerJoin('product_prices as price', 'price.product_id', 'p.id')
    .select(['p.id', 'p.logic_value', 'price.amount', 'price.discount'])
    .where('p.type', '=', 'SUBSCRIPTION')
    .where('price.currency', '=', 'COINS')
    .where('p.archived_at', 'is', null);
}

/** The cheapest of each tier. */
export function listCheapestSubscriptions(db: Db | Tx) {
  return selectSubscriptions(db)
    .distinctOn('p.logic_value')
    .orderBy('p.logic_value')
    .orderBy(effectivePrice)
    .orderBy('p.id')
    .execute();
}

export function findSubscription(db: Db | Tx, id: string) {
  return selectSubscriptions(db).where('p.id', '=', id).executeTakeFirst();
}
