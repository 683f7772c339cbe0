import { productCategories, type ProductCategory } from '@realmkeep/contract/products';

/** What an address says behind its question mark, read kindly: what cannot be meant counts as missing. */

export function idParam({ id }: Record<string, unknown>): { id?: string | undefined } {
  return { id: typeof id === 'string' && id !== '' ? id : undefined };
}

/** Which modpack is chosen, by Modrinth's id, or which realm is made of one. */
export function packParams({ pack, ...search }: Record<string, unknown>): {
  id?: string | undefined;
  pack?: string | undefined;
} {
  return { ...idParam(search), pack: typeof pack === 'string' && pack !== '' ? pack : undefined };
}

export function categoryParam({ category }: Record<string, unknown>): { category?: ProductCategory | undefined } {
  return { category: productCategories.find((known) => known === category) };
}

interface ListParams {
  /** The search. */
  q?: string | undefined;
  /** From 2: the first page has no number. */
  page?: number | undefined;
}

export function listParams({ q, page }: Record<string, unknown>): ListParams {
  const number = Number(page);
  return {
    q: typeof q === 'string' && q.trim() !== '' ? q.trim().slice(0, 64) : undefined,
    page: Number.isInteger(number) && number > 1 ? Math.min(number, 1_000_000) : undefined,
  };
}

/** Which folder is shown, or which file is edited. */
export function fileParams({ path, file }: Record<string, unknown>): { path?: string; file?: string } {
  return {
    ...(typeof path === 'string' && path !== '' ? { path } : {}),
    ...(typeof file === 'string' && file !== '' ? { file } : {}),
  };
}

/** Which product is edited: an id, or `new`. */
export function productParams(search: Record<string, unknown>): {
  page?: number | undefined;
  edit?: string | undefined;
} {
  const { edit } = search;
  return { page: listParams(search).page, edit: typeof edit === 'string' && edit !== '' ? edit : undefined };
}
