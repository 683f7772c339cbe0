import type { Handlers } from '../../http/register-routes.ts';
import { productArchive, productCreate, productRecords, productUpdate } from './product-records.ts';
import { productIconUpload } from './icons/product-icons.ts';
import { productGet, productList, productSearch } from './product-list.ts';

export const shopRoutes = {
  productList,
  productSearch,
  productGet,
  productRecords,
  productIconUpload,
  productCreate,
  productUpdate,
  productArchive,
} satisfies Partial<Handlers>;
