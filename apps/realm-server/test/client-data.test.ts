import type { EventEmitter } from 'node:events';
import loadData from 'minecraft-data';
import minecraft from 'minecraft-protocol';
import { expect, test } from 'vitest';
import { joinBot } from './bots.ts';
import { makeRealmFolder, startRealm } from './realm-process.ts';

interface Tag {
  tagName: string;
  entries: number[];
}
interface Heard {
  declare_recipes: { recipes: { type: string; recipeId: string; data?: { result: { itemId: number } } }[] };
  tags: Record<'blockTags' | 'itemTags' | 'fluidTags' | 'entityTags', Tag[]>;
  unlock_recipes: { action: number; recipes1: string[] };
}
const names = ['declare_recipes', 'tags', 'unlock_recipes'] as const;
const data = loadData('1.16.5');

test('clients are told the tags and recipes of the game, as the protocol writes them', async () => {
  const realm = await startRealm(makeRealmFolder());
  const heard = await packetsAtJoining(realm.gameSocket, 'Ada');
  const writer = minecraft.createSerializer({
    isServer: true,
    version: '1.16.5',
    state: minecraft.states.PLAY,
    customPackets: {},
  });
  for (const name of names) {
    const { fields, bytes } = heard[name];
    expect(writer.createPacketBuffer({ name, params: fields }).equals(bytes)).toBe(true);
  }

  const tags = heard.tags.fields;
  const inTag = (kind: keyof typeof tags, tag: string): number[] =>
    tags[kind].find(({ tagName }) => tagName === `minecraft:${tag}`)?.entries ?? [];
  for (const kind of ['blockTags', 'itemTags', 'fluidTags', 'entityTags'] as const) {
    for (const { tagName, entries } of tags[kind])
      expect([tagName, new Set(entries).size]).toEqual([tagName, entries.length]);
    expect(tags[kind].filter(({ entries }) => entries.length === 0)).toEqual([]);
  }
  // As many as the game's own client asks for.
  expect([tags.blockTags, tags.itemTags, tags.fluidTags, tags.entityTags].map(({ length }) => length)).toEqual([
    86, 54, 2, 5,
  ]);
  expect(inTag('fluidTags', 'water')).toEqual([2, 1]);
  expect(inTag('blockTags', 'climbable')).toContain(data.blocksByName['ladder']?.id);
  expect(inTag('blockTags', 'wool')).toHaveLength(16);
  expect(inTag('itemTags', 'logs')).toHaveLength(32);

  const { recipes } = heard.declare_recipes.fields;
  const crafted = recipes.filter(({ type }) => type.startsWith('minecraft:crafting_shape'));
  const made = new Set(crafted.map(({ data }) => String(data?.result.itemId)));
  expect(made).toEqual(new Set(Object.keys(data.recipes)));
  const cooked = (id: string) => recipes.find(({ recipeId }) => recipeId === `minecraft:${id}`);
  expect(cooked('smelting/charcoal')).toMatchObject({ type: 'minecraft:smelting', data: { cookTime: 200 } });
  expect(cooked('campfire_cooking/cooked_cod')).toMatchObject({ data: { cookTime: 600, result: { itemCount: 1 } } });
  expect([cooked('blasting/glass'), cooked('smoking/iron_ingot')]).toEqual([undefined, undefined]);
  const chests = recipes.filter(({ recipeId }) => /^minecraft:chest(_\d+)?$/.test(recipeId));
  expect(chests).toMatchObject([{ type: 'minecraft:crafting_shaped', data: { width: 3, height: 3 } }]);
  expect(heard.unlock_recipes.fields.recipes1).toEqual(recipes.map(({ recipeId }) => recipeId));

  const again = await packetsAtJoining(realm.gameSocket, 'Bob');
  for (const name of names) expect(again[name].bytes.equals(heard[name].bytes)).toBe(true);
});

/** Those packets as the client has read them, and their bytes. */
async function packetsAtJoining(
  gameSocket: string,
  username: string,
): Promise<{ [name in keyof Heard]: { fields: Heard[name]; bytes: Buffer } }> {
  const heard: Record<string, unknown> = {};
  await joinBot(gameSocket, username, 'nobodys', (bot) => {
    const client: EventEmitter = bot._client;
    client.on('packet', (fields: unknown, { name }: { name: string }, bytes: Buffer) => {
      if (names.some((known) => known === name)) heard[name] = { fields, bytes };
    });
  });
  return heard as Awaited<ReturnType<typeof packetsAtJoining>>;
}
