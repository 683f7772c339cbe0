import { chosenSettings } from '@realmkeep/realm-protocol';
import { z } from 'zod';
import { enforcements, packRule, settingNames } from './realm-setting-rules.ts';

const values = {
  ...chosenSettings,
  /** Any number passes here: `slotsProblem` says what is wrong with it, each problem with its own code. */
  slots: z.number().nullable(),
  /** Players can join without a licence check. */
  accessWithoutLicense: z.literal('NORMAL'),
  /** null: none. */
  resourcePackUrl: z.string().max(packRule.urlMax).nullable(),
};

export const RealmSettings = z.object(values);
export type RealmSettings = z.infer<typeof RealmSettings>;

/** How this realm's server applies each setting. */
export const RealmEnforcement = z.record(z.enum(settingNames), z.enum(enforcements));
export type RealmEnforcement = z.infer<typeof RealmEnforcement>;

/** Changes only what `updatedFields` names, all of it or nothing. */
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
