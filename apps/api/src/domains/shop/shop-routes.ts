import type { Handlers } from '../../http/register-routes.ts';
import { productArchive } from './product-archive.ts';
import { productCreate } from './product-create.ts';
import { productGet } from './product-get.ts';
import { productList } from './product-list.ts';
import { productRecords } from './product-records.ts';
import { productSearch } from './product-search.ts';
import { productUpdate } from './product-update.ts';

export const shopRoutes = {
  productList,
  productSearch,
  productGet,
  productRecords,
  productCreate,
  productUpdate,
  productArchive,
} satisfies Partial<Handlers>;
