import { buffer } from 'node:stream/consumers';
import { farthestRegion, type RealmLand, regionSide } from '@realmkeep/contract';
import { FilesError, maxFolderEntries, pictureRegions, type RealmFiles, regionFolders } from '@realmkeep/runtime';
import * as z from 'zod';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { consumeRateLimit } from '../../../limits/rate-limit.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { filesOf } from '../files-of.ts';
import { smallPicture } from '../../maps/small-picture.ts';
import { type Land, regionPictures } from './land-pictures.ts';

type Region = RealmLand['regions'][number];
type Place = Pick<Region, 'x' | 'z'>;

const nowhere: Land = { centre: { x: 0, z: 0 }, regions: [], made: false };

const regionName = /^r\.(-?\d{1,5})\.(-?\d{1,5})\.mca$/;
/** More than fit within the widest border. */
const maxRegions = 256;
const maxOriginBytes = 1024;
const longestVersion = 64;
/** Pictures that one account fetches in a minute: a whole world's, twice. */
const picturesMax = 600;

/** A world's `map.json`: what it is made of, with its middle at 0, or where players appear in one that is fully stored. */
const Origin = z.union([
  z.object({ own: z.object({ x: z.int(), z: z.int() }) }),
  z.object({ map: z.string().max(64), seed: z.int() }),
]);

/** @throws AppError realm_unknown, unavailable */
export const realmLand: Handler<'realmLand'> = async (ctx, { actor, params }) =>
  landOf(ctx, actor.userId, await visibleRealm(ctx, actor.userId, params.id));

/** @throws AppError realm_unknown, rate_limited, file_unknown, unavailable, and what the files refuse */
export const realmLandTile: Handler<'realmLandTile'> = async (
  ctx,
  { actor: { userId }, params: { id }, query: { x, z, side } },
) => {
  const realm = await visibleRealm(ctx, userId, id);
  const { regions, made } = await landOf(ctx, userId, realm);
  await consumeRateLimit(ctx.db, { key: `land:${userId}`, max: picturesMax, seconds: 60 });
  const region = regions.find((one) => one.x === x && one.z === z);
  if (!region) throw new AppError('file_unknown');
  const asked = { key: `${id} ${x} ${z}`, version: region.version, side };
  // Others may wait for the same drawing: it is the owner's, and each asker has to have access at the end.
  const draw = () =>
    filesOf(ctx, realm.owner_id, id, async (files) => regionPictures(await files.drawLand({ x, z, made })));
  const image = await ctx.landPictures.picture(realm.owner_id, asked, draw);
  await visibleRealm(ctx, userId, id);
  return { image: image ?? '' };
};

/** @throws AppError realm_unknown, rate_limited, unavailable, and what the files refuse */
export const realmLandPicture: Handler<'realmLandPicture'> = async (ctx, { actor: { userId }, params: { id } }) => {
  const realm = await visibleRealm(ctx, userId, id);
  const { centre, regions, made } = await landOf(ctx, userId, realm);
  await consumeRateLimit(ctx.db, { key: `land:${userId}`, max: picturesMax, seconds: 60 });
  const seen = pictureRegions(centre);
  const there = regions.filter((one) => seen.some(({ x, z }) => one.x === x && one.z === z));
  if (there.length === 0) return { image: null };
  const version = there.map((one) => `${one.x} ${one.z} ${one.version}`).join();
  const draw = () =>
    filesOf(ctx, realm.owner_id, id, async (files) => {
      const image = await smallPicture(await files.drawPicture({ ...centre, made }));
      return new Map(image && [['small' as const, image.toString('base64')]]);
    });
  const asked = { key: `${id} small`, version, side: 'small' as const };
  const image = await ctx.landPictures.picture(realm.owner_id, asked, draw);
  await visibleRealm(ctx, userId, id);
  return { image };
};

async function landOf(ctx: Context, userId: string, realm: RealmRow): Promise<Land> {
  const { id } = realm;
  const kept = ctx.landPictures.lands.get(id);
  if (kept) return kept;
  const land = await filesOf(ctx, userId, id, (files) => readLand(files, realm)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'file_none') return nowhere;
    throw error;
  });
  // Where there is none yet, there may be one at any moment.
  return land.regions.length === 0 ? land : ctx.landPictures.lands.keep(id, land);
}

async function readLand(files: RealmFiles, row: RealmRow): Promise<Land> {
  const origin = await readOrigin(files);
  if (!origin) return nowhere;
  const centre = 'own' in origin ? { x: origin.own.x, z: origin.own.z } : nowhere.centre;
  const made = 'map' in origin && row.kernel === 'sandbox';
  const stored = await storedRegions(files, around(centre, row.border_diameter));
  const here = new Set(stored.map(({ x, z }) => `${x} ${z}`));
  // The built-in server regenerates what nobody has changed.
  const unstored = made
    ? around(nowhere.centre, row.border_diameter)
        .filter(({ x, z }) => !here.has(`${x} ${z}`))
        .map(({ x, z }) => ({ x, z, version: `${origin.map} ${origin.seed}` }))
    : [];
  const distance = ({ x, z }: Region): number => Math.hypot(middle(x) - centre.x, middle(z) - centre.z);
  const regions = [...stored, ...unstored].toSorted((one, other) => distance(one) - distance(other));
  return { centre, regions: regions.slice(0, maxRegions), made };
}

async function readOrigin(files: RealmFiles): Promise<z.infer<typeof Origin> | null> {
  try {
    const { content } = await files.read('world/map.json', { start: 0, length: maxOriginBytes });
    return Origin.parse(JSON.parse((await buffer(content)).toString('utf8')));
  } catch (error) {
    if (isNotThere(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** @param near regions looked up one by one when there are too many to list */
async function storedRegions(files: RealmFiles, near: readonly Place[]): Promise<Region[]> {
  for (const folder of regionFolders) {
    const entries = await files.list(folder).catch((error: unknown) => {
      if (isNotThere(error)) return [];
      throw error;
    });
    const regions = entries.flatMap(({ name, kind, version }): Region[] => {
      const [x = NaN, z = NaN] = regionName.exec(name)?.slice(1).map(Number) ?? [];
      const isOne = kind === 'file' && Math.abs(x) <= farthestRegion && Math.abs(z) <= farthestRegion;
      return isOne ? [{ x, z, version: version.slice(0, longestVersion) }] : [];
    });
    if (entries.length === maxFolderEntries) await addMissing(regions, files, folder, near);
    if (regions.length > 0) return regions;
  }
  return [];
}

async function addMissing(regions: Region[], files: RealmFiles, folder: string, near: readonly Place[]): Promise<void> {
  const listed = new Set(regions.map(({ x, z }) => `${x} ${z}`));
  for (const { x, z } of near) {
    if (listed.has(`${x} ${z}`)) continue;
    const entry = await files.stat(`${folder}/r.${x}.${z}.mca`).catch((error: unknown) => {
      if (isNotThere(error)) return null;
      throw error;
    });
    if (entry?.kind === 'file') regions.push({ x, z, version: entry.version.slice(0, longestVersion) });
  }
}

function middle(at: number): number {
  return (at + 0.5) * regionSide;
}

/** The regions that a border touches. */
function around(centre: { x: number; z: number }, diameter: number): Place[] {
  const along = (middleOf: number): number[] => {
    const first = Math.floor((middleOf - diameter / 2) / regionSide);
    const last = Math.ceil((middleOf + diameter / 2) / regionSide) - 1;
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  return along(centre.z).flatMap((z) => along(centre.x).map((x) => ({ x, z })));
}

function isNotThere(error: unknown): boolean {
  return error instanceof FilesError && ['not_found', 'not_a_folder', 'not_a_file'].includes(error.code);
}
