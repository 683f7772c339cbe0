/** How often the walk of items is cut short by a kill: `ROUNDS=200 npx vitest run apps/realm-server/test/attack/item-walk.test.ts`. */
export const itemWalkRounds = Number(process.env['ROUNDS'] ?? 4);

/** How many packets are made at random, and from which number on: `SEED=7 PACKETS=1000000 npx vitest run apps/realm-server/test/attack/fuzz.test.ts`. */
export const fuzzPackets = Number(process.env['PACKETS'] ?? 2000);
export const fuzzSeed = Number(process.env['SEED'] ?? 20_261_126);
