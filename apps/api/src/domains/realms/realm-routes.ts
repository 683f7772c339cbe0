import type { Handlers } from '../../http/register-routes.ts';
import {
  realmActivity,
  realmAddress,
  realmGet,
  realmLive,
  realmList,
  realmSummaries,
  realmsOperated,
  realmPossibility,
} from './realms.ts';
import { realmDelete } from './realm-delete.ts';
import { realmHistory } from './live/realm-history.ts';
import { realmLoginCode } from './partners/login-codes.ts';
import { realmPartnerAdd, realmPartnerRemove, realmPartners } from './partners/realm-partners.ts';
import {
  realmAccessRuleAdd,
  realmAccessRuleRemove,
  realmAccessRules,
  realmWhitelistSet,
} from './players/realm-access-rules.ts';
import { realmKick, realmKitGive, realmPrefixSet, realmWeatherSet } from './players/realm-in-game.ts';
import { realmVisitors } from './players/realm-visitors.ts';
import { realmPowerSet } from './realm-power-set.ts';
import { realmRename } from './realm-rename.ts';
import { realmSpawnSet, realmDescriptionSet, realmProtectionSet, realmWakersSet } from './realm-owner-settings.ts';
import { realmSettingsUpdate } from './realm-settings-update.ts';

export const realmRoutes = {
  realmPossibility,
  realmActivity,
  realmAddress,
  realmList,
  realmSummaries,
  realmTps: realmLive,
  realmPower: realmLive,
  realmPlayers: realmLive,
  realmHistory,
  realmGet,
  realmPowerSet,
  realmRename,
  realmLoginCode,
  realmWakersSet,
  realmDescriptionSet,
  realmSpawnSet,
  realmProtectionSet,
  realmSettingsUpdate,
  realmPartners,
  realmPartnerAdd,
  realmPartnerRemove,
  realmVisitors,
  realmAccessRules,
  realmAccessRuleAdd,
  realmAccessRuleRemove,
  realmWhitelistSet,
  realmKick,
  realmWeatherSet,
  realmKitGive,
  realmPrefixSet,
  realmsOperated,
  realmDelete,
} satisfies Partial<Handlers>;
