import { chosenSettings } from '@realmkeep/realm-protocol';
import { z } from 'zod';
import { enforcements, packRule, settingNames } from './realm-setting-rules.ts';

const values = {
  ...chosenSettings,
  /** Any number here: `slotsProblem` says what is wrong with one, each by a code of its own. */
  slots: z.number().nullable(),
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
