import { z } from 'zod';
import {
  difficultyLevels,
  enforcements,
  gameModes,
  isSpawnProtection,
  packRule,
  settingNames,
} from './realm-setting-rules.ts';

const values = {
  /** null: without limit. */
  slots: z.number().nullable(),
  gameMode: z.enum(gameModes),
  difficultyLevel: z.enum(difficultyLevels),
  /** Whether players can hurt each other. */
  dealDamage: z.boolean(),
  flySurvival: z.boolean(),
  /** Blocks around the spawn point that only the owner and co-owners build on; 0 for none. */
  spawnProtectionRadius: z.number().refine(isSpawnProtection, { error: 'a whole number of blocks, 0 to 2000' }),
  animalSpawn: z.boolean(),
  monsterSpawn: z.boolean(),
  villagersRespawn: z.boolean(),
  commandBlocks: z.boolean(),
  viewAchievementsOnChat: z.boolean(),
  /** Players whose licence nobody checks come in. */
  accessWithoutLicense: z.literal('NORMAL'),
  /** null: none. */
  resourcePackUrl: z.string().max(packRule.urlMax).nullable(),
};

export const RealmSettings = z.object(values);
export type RealmSettings = z.infer<typeof RealmSettings>;

/** What becomes of each setting on this realm's server. */
export const RealmEnforcement = z.record(z.enum(settingNames), z.enum(enforcements));
export type RealmEnforcement = z.infer<typeof RealmEnforcement>;

/** Only what `updatedFields` names is changed, all of it or nothing. */
export const RealmSettingsUpdateBody = z
  .strictObject(values)
  .partial()
  .extend({ updatedFields: z.array(z.enum(settingNames)).min(1).max(settingNames.length) })
  .superRefine(({ updatedFields, ...given }, context) => {
    for (const name of updatedFields) {
      if (given[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'named in updatedFields, but not given' });
      }
    }
  });
export type RealmSettingsUpdateBody = z.infer<typeof RealmSettingsUpdateBody>;
