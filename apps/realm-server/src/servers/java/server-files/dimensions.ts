import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { mkdir, open, readFile, readlink, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBukkit, type KernelName } from '@realmkeep/realm-protocol';
import { writeDurably } from '../../../world-folder/durable-file.ts';
import type { KernelHost } from '../../kernel.ts';
import { isAtLeast } from './game-rules.ts';
import { readLevel, setHardcore } from './level-file.ts';

/** The dimensions besides the overworld: Bukkit's folder for each beside `world`, the game's own folder, and the name in commands. */
const otherDimensions = [
  { beside: 'world_nether', inner: 'DIM-1', name: 'minecraft:the_nether' },
  { beside: 'world_the_end', inner: 'DIM1', name: 'minecraft:the_end' },
] as const;

/** Whether a server keeps each dimension in a folder of its own beside `world`: Bukkit's servers before 26.1 do, the built-in one does not. */
function hasFoldersBeside(kernel: KernelName, version: string): boolean {
  return isBukkit(kernel) && !isAtLeast(version, '26.1');
}

/**
 * Arranges the Nether and the End as the server expects them. Whichever server runs it, the whole world is in `world`, so it can be copied,
 * exchanged and measured as one. Bukkit's folders beside it are links to folders inside; a single rename moves the land between those and the
 * game's own folders. A start after an interrupted one does what is left; a folder that cannot have its name is kept under another.
 */
export async function arrangeDimensions(
  {
    folder,
    worldFolder,
    settings,
    assertClaim,
  }: Pick<KernelHost, 'folder' | 'worldFolder' | 'settings' | 'assertClaim'>,
  kernel: KernelName,
  version: string,
): Promise<void> {
  for (const { beside, inner } of otherDimensions) {
    assertClaim();
    const [link, own, games] = [join(folder, beside), join(worldFolder, beside), join(worldFolder, inner)];
    await takeIn(link, own);
    if (!hasFoldersBeside(kernel, version)) {
      await rm(link, { force: true });
      await moveLand(join(own, inner), games);
      continue;
    }
    await mkdir(own, { recursive: true });
    // As Bukkit does when it moves land itself: this gives the dimension the world's seed, and game rules of its own.
    const [level, ownLevel] = [join(worldFolder, 'level.dat'), join(own, 'level.dat')];
    if (existsSync(level) && !existsSync(ownLevel)) await writeDurably(ownLevel, await readFile(level));
    const its = await readLevel(own).catch(() => null);
    const isHardcore = settings.difficultyLevel === 'HARDCORE';
    if (its && its.hardcore !== null && its.hardcore !== isHardcore) await setHardcore(own, its, isHardcore);
    await moveLand(games, join(own, inner));
    // Where it is missing Bukkit would try to move it here.
    await mkdir(join(own, inner), { recursive: true });
    const target = join('world', beside);
    if ((await readlink(link).catch(() => null)) === target) continue;
    await rm(link, { force: true });
    await symlink(target, link);
  }
}

/** A folder in the place of the link, which a program of the realm has made, becomes part of the world. */
async function takeIn(link: string, own: string): Promise<void> {
  if (!isFolder(link)) return;
  await putAside(own);
  await moveTo(link, own);
}

/** Unless there is land in both places: then each stays where it is. */
async function moveLand(from: string, to: string): Promise<void> {
  if (!hasLand(from) || hasLand(to)) return;
  await putAside(to);
  await moveTo(from, to);
}

/** Some servers make the folder of a dimension and nothing but small things in it. */
function hasLand(dimension: string): boolean {
  return isFolder(join(dimension, 'region'));
}

async function putAside(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  await rmdir(path).catch(() => rename(path, `${path}.${randomUUID().slice(0, 8)}`));
}

/** It is on the disk when it returns. */
async function moveTo(from: string, to: string): Promise<void> {
  await rename(from, to);
  for (const folder of [dirname(to), dirname(from)]) {
    await using handle = await open(folder, 'r');
    await handle.sync();
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The same in every dimension: Bukkit's servers have rules, difficulty and border for each, the game itself for all. */
export function everywhere(kernel: KernelName, command: string): string[] {
  return isBukkit(kernel)
    ? [command, ...otherDimensions.map(({ name }) => `execute in ${name} run ${command}`)]
    : [command];
}

/** Across the End's island and where everybody arrives. */
const smallestEnd = 300;

/** Before 1.21.9 the game itself has one border for all dimensions. */
function hasBorders(kernel: KernelName, version: string): boolean {
  return isBukkit(kernel) || isAtLeast(version, '1.21.9');
}

/** A border of so many blocks in each dimension. */
export function borderCommands(kernel: KernelName, version: string, diameter: number): string[] {
  const own = `worldborder set ${diameter}`;
  if (!hasBorders(kernel, version)) return [own];
  const end = `worldborder set ${Math.max(diameter, smallestEnd)}`;
  return [own, `execute in minecraft:the_nether run ${own}`, `execute in minecraft:the_end run ${end}`];
}

/** Around what the other borders lie: in the Nether, of whose blocks one is eight, where portals lead; in the End the island. */
export function otherCentreCommands(kernel: KernelName, version: string, centre: { x: number; z: number }): string[] {
  if (!hasBorders(kernel, version)) return [];
  const [x, z] = [centre.x, centre.z].map((at) => Math.round(at / 8));
  return [
    `execute in minecraft:the_nether run worldborder center ${x} ${z}`,
    'execute in minecraft:the_end run worldborder center 0 0',
  ];
}
