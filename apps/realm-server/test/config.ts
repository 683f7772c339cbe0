/** How often the walk of items is cut short by a kill: `ROUNDS=200 npx vitest run apps/realm-server/test/item-walk.test.ts`. */
export const itemWalkRounds = Number(process.env['ROUNDS'] ?? 4);
