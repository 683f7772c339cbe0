import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AppError } from '../../http/app-error.ts';
import { type Compound, readNbt } from './nbt.ts';

/** How far level.dat may unfold: it has the player's bag and the rules of the game in it. */
/** Of level.dat, packed and unpacked. */
export const maxLevelBytes = 8 * 1024 * 1024;

/** The chunks' packing that the kernel reads: from the snapshot 20w17a up to 1.16.5. */
const dataVersions = { first: 2529, last: 2586 };

export interface Level {
  spawn: { x: number; y: number; z: number };
}

/**
 * Reads the world's level.dat.
 * @throws AppError realm_map_world, realm_map_version
 */
export async function readLevel(packed: Buffer): Promise<Level> {
  const data = await unpackLevel(packed).catch(() => {
    throw new AppError('realm_map_world');
  });
  const { DataVersion: dataVersion, Version: version, SpawnX: x, SpawnY: y, SpawnZ: z } = data;
  checkDataVersion(dataVersion, typeof version === 'object' ? version['Name'] : undefined);
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') throw new AppError('realm_map_world');
  return { spawn: { x, y: Math.min(Math.max(y, 1), 254), z } };
}

/** @throws AppError realm_map_version */
export function checkDataVersion(dataVersion: unknown, name?: unknown): void {
  const { first, last } = dataVersions;
  if (typeof dataVersion === 'number' && dataVersion >= first && dataVersion <= last) return;
  const shown = typeof name === 'string' ? name.replace(/[^\w .-]/g, '').slice(0, 20) : '';
  throw new AppError('realm_map_version', { version: shown || String(Number(dataVersion) || '?') });
}

async function unpackLevel(packed: Buffer): Promise<Compound> {
  const { Data: data } = readNbt(await promisify(gunzip)(packed, { maxOutputLength: maxLevelBytes }));
  if (typeof data !== 'object') throw new Error('level.dat has no Data');
  return data;
}
