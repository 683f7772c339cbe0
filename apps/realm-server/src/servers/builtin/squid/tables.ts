import { createRequire } from 'node:module';

const read = createRequire(import.meta.url);

/** minecraft-data's files for 1.16.5 that are not needed until somebody plays. */
export const tableFiles = { recipes: '1.16.2/recipes', foods: '1.16.1/foods', language: '1.16.1/language' } as const;

/** Reads one, which takes a few milliseconds: an idle realm does without them. In the bundle, lean-game-libraries.ts puts another in its place. */
export function readTable(name: keyof typeof tableFiles): unknown {
  return read(`minecraft-data/minecraft-data/data/pc/${tableFiles[name]}.json`);
}
