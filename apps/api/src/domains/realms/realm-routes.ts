import type { Handlers } from '../../http/register-routes.ts';
import { realmActivity } from './realm-activity.ts';
import { realmAddress } from './realm-address.ts';
import { realmDelete } from './realm-delete.ts';
import { realmGet, realmLive } from './realm-get.ts';
import { realmHistory } from './live/realm-history.ts';
import { realmList, realmSummaries } from './realm-list.ts';
import { realmLoginCode } from './partners/realm-login-code.ts';
import { realmPartnerAdd } from './partners/realm-partner-add.ts';
import { realmPartnerRemove, realmPartners } from './partners/realm-partners.ts';
import {
  realmAccessRuleAdd,
  realmAccessRuleRemove,
  realmAccessRules,
  realmWhitelistSet,
} from './players/realm-access-rules.ts';
import { realmKick, realmKitGive, realmPrefixSet, realmWeatherSet } from './players/realm-in-game.ts';
import { realmVisitors } from './players/realm-visitors.ts';
import { realmsOperated } from './players/realms-operated.ts';
import { realmPossibility } from './realm-possibility.ts';
import { realmPowerSet } from './realm-power-set.ts';
import { realmRename } from './realm-rename.ts';
import { realmSpawnSet } from './realm-spawn-set.ts';
import { realmSettingsUpdate } from './realm-settings-update.ts';
import { realmDescriptionSet, realmProtectionSet, realmWakersSet } from './realm-owner-settings.ts';

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
