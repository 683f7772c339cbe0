import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { plainSettings } from '@realmkeep/realm-protocol';
import { expect, onTestFinished, test } from 'vitest';
import { arrangeDimensions, borderCommands, everywhere, otherCentreCommands } from './dimensions.ts';

const nether = 'DIM-1/region/r.0.0.mca';

function realmWith(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'realmkeep-dimensions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const host = { folder, worldFolder: join(folder, 'world'), settings: plainSettings, assertClaim: () => undefined };
  return {
    folder,
    to: (kernel: 'paper' | 'purpur' | 'fabric' | 'vanilla', version: string) =>
      arrangeDimensions(host, kernel, version),
    text: (path: string) => readFileSync(join(folder, path), 'utf8'),
    has: (path: string) => existsSync(join(folder, path)),
  };
}

test('Paper finds the land of a vanilla world beside it, which is in it all the same; vanilla gets it back', async () => {
  const realm = realmWith({
    'world/level.dat': 'level',
    [`world/${nether}`]: 'fortress',
    'world/DIM1/region/r.0.0.mca': 'dragon',
  });
  for (const _ of ['once', 'again']) {
    await realm.to('paper', '1.21.10');
    expect(realm.text(`world_nether/${nether}`)).toBe('fortress');
    expect(realm.text('world_the_end/DIM1/region/r.0.0.mca')).toBe('dragon');
    expect([realm.text('world_nether/level.dat'), realm.has(`world/${nether}`)]).toEqual(['level', false]);
  }
  expect(readlinkSync(join(realm.folder, 'world_nether'))).toBe('world/world_nether');
  await realm.to('fabric', '1.21.10');
  expect(realm.text(`world/${nether}`)).toBe('fortress');
  expect(realm.text('world/DIM1/region/r.0.0.mca')).toBe('dragon');
  expect([realm.has('world_nether'), realm.has('world_the_end')]).toEqual([false, false]);
});

test('from 26.1 on Paper has them where the game has them, and moves them further by itself', async () => {
  const realm = realmWith({ [`world/world_nether/${nether}`]: 'fortress', 'world/level.dat': 'level' });
  await realm.to('purpur', '1.21.10');
  await realm.to('purpur', '26.1');
  expect(realm.text(`world/${nether}`)).toBe('fortress');
  expect(realm.has('world_nether')).toBe(false);
});

test('a new world has room for both, and they their links', async () => {
  const realm = realmWith({ 'world/lease': '1' });
  await realm.to('paper', '1.16.5');
  writeFileSync(join(realm.folder, 'world_the_end/DIM1/new'), 'island');
  expect(realm.text('world/world_the_end/DIM1/new')).toBe('island');
  expect(realm.has('world_nether/level.dat')).toBe(false);
  // As the world is exchanged: the links lead into the other.
  rmSync(join(realm.folder, 'world'), { recursive: true });
  mkdirSync(join(realm.folder, 'world'));
  await realm.to('paper', '1.16.5');
  expect(readdirSync(join(realm.folder, 'world_the_end/DIM1'))).toEqual([]);
});

test('nothing that is there is lost, whatever has the name', async () => {
  const realm = realmWith({
    [`world/${nether}`]: 'of vanilla',
    [`world/world_nether/${nether}`]: 'of Paper',
    // A program has put a folder where the link was.
    'world_the_end/DIM1/region/r.0.0.mca': 'of a program',
    'world/world_the_end/DIM1/region/r.0.0.mca': 'of before',
    'world/DIM1/data/raids.dat': 'no land',
  });
  await realm.to('paper', '1.20.4');
  expect([realm.text(`world_nether/${nether}`), realm.text(`world/${nether}`)]).toEqual(['of Paper', 'of vanilla']);
  expect(realm.text('world_the_end/DIM1/region/r.0.0.mca')).toBe('of a program');
  expect(lstatSync(join(realm.folder, 'world_the_end')).isSymbolicLink()).toBe(true);
  const aside = (start: string) =>
    readdirSync(join(realm.folder, 'world')).find((name) => name.startsWith(start)) ?? '';
  expect(realm.text(`world/${aside('world_the_end.')}/DIM1/region/r.0.0.mca`)).toBe('of before');
  await realm.to('vanilla', '1.20.4');
  expect(realm.text('world/DIM1/region/r.0.0.mca')).toBe('of a program');
  expect(realm.text(`world/${aside('DIM1.')}/data/raids.dat`)).toBe('no land');
  expect([realm.text(`world/world_nether/${nether}`), realm.text(`world/${nether}`)]).toEqual([
    'of Paper',
    'of vanilla',
  ]);
});

test('rules hold in every dimension, and so does the border, around where portals lead', () => {
  expect(everywhere('vanilla', 'difficulty hard')).toEqual(['difficulty hard']);
  expect(everywhere('purpur', 'difficulty hard')).toEqual([
    'difficulty hard',
    'execute in minecraft:the_nether run difficulty hard',
    'execute in minecraft:the_end run difficulty hard',
  ]);
  const centre = { x: -84, z: 1000 };
  const own = ['worldborder set 64'];
  const all = [
    ...own,
    'execute in minecraft:the_nether run worldborder set 64',
    'execute in minecraft:the_end run worldborder set 300',
  ];
  const centres = [
    'execute in minecraft:the_nether run worldborder center -10 125',
    'execute in minecraft:the_end run worldborder center 0 0',
  ];
  expect([borderCommands('vanilla', '1.21.8', 64), otherCentreCommands('vanilla', '1.21.8', centre)]).toEqual([
    own,
    [],
  ]);
  for (const [kernel, version] of [
    ['vanilla', '1.21.9'],
    ['paper', '1.16.5'],
  ] as const) {
    expect([borderCommands(kernel, version, 64), otherCentreCommands(kernel, version, centre)]).toEqual([all, centres]);
  }
});
