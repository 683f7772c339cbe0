import type { Scope } from './scopes.ts';
import { productIconRules } from './products.ts';

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api; `{name}` is a parameter. */
  path: `/${string}`;
  /** Who may call it: anyone, the bearer of a token with this scope, or an operator whose token has USER_UPDATE. */
  access: 'public' | Scope | 'ADMIN';
  /** The type of an answer that is a file instead of the envelope; errors still come in the envelope. */
  file?: string;
  /** The body is at most this many bytes of a file (application/octet-stream), instead of JSON. */
  bytes?: number;
}

/** Every call of the api. Plain data; the browser does not need the schemas. */
export const routes = {
  siteConfig: { method: 'GET', path: '/site/config', access: 'public' },
  siteNow: { method: 'GET', path: '/site/now', access: 'public' },

  authLogin: { method: 'POST', path: '/auth', access: 'public' },
  authLogout: { method: 'PATCH', path: '/auth', access: 'public' },
  authLoginCancel: { method: 'DELETE', path: '/auth', access: 'public' },
  authRefresh: { method: 'POST', path: '/auth/refresh', access: 'public' },
  authSessions: { method: 'GET', path: '/auth/sessions', access: 'USER_ME' },
  authSessionEnd: { method: 'DELETE', path: '/auth/sessions/{id}', access: 'USER_UPDATE' },
  authSessionsEnd: { method: 'DELETE', path: '/auth/sessions', access: 'USER_UPDATE' },

  userRegister: { method: 'POST', path: '/register', access: 'public' },
  userMe: { method: 'GET', path: '/user/me', access: 'USER_ME' },
  userLanguage: { method: 'GET', path: '/user/me/language', access: 'USER_ME' },
  userLanguageUpdate: { method: 'PATCH', path: '/user/update/language', access: 'USER_UPDATE' },
  userGameMemoryUpdate: { method: 'PATCH', path: '/user/update/game-memory', access: 'USER_UPDATE' },
  userPasswordChange: { method: 'POST', path: '/user/change/password', access: 'USER_UPDATE' },
  userReferrals: { method: 'GET', path: '/user/me/referrals', access: 'USER_ME' },

  chatLink: { method: 'POST', path: '/chat/link', access: 'USER_UPDATE' },
  chatVerify: { method: 'POST', path: '/chat/verify', access: 'USER_UPDATE' },
  chatUnlink: { method: 'DELETE', path: '/chat/link', access: 'USER_UPDATE' },

  sshKeys: { method: 'GET', path: '/user/ssh-keys', access: 'USER_ME' },
  sshKeyAdd: { method: 'POST', path: '/user/ssh-keys', access: 'USER_UPDATE' },
  sshKeyRemove: { method: 'DELETE', path: '/user/ssh-keys/{id}', access: 'USER_UPDATE' },

  geoLanguages: { method: 'GET', path: '/geo/languages', access: 'public' },

  subscriptionPlans: { method: 'GET', path: '/subscription/plans', access: 'public' },
  subscriptionPreview: { method: 'GET', path: '/subscription/preview', access: 'USER_ME' },
  subscriptionActivate: { method: 'POST', path: '/subscription/activate', access: 'USER_UPDATE' },
  subscriptionCancel: { method: 'POST', path: '/subscription/cancel', access: 'USER_UPDATE' },
  subscriptionResume: { method: 'POST', path: '/subscription/resume', access: 'USER_UPDATE' },

  walletStatement: { method: 'GET', path: '/wallet/statement', access: 'USER_ME' },
  walletStatementCsv: { method: 'GET', path: '/wallet/statement.csv', access: 'USER_ME', file: 'text/csv' },

  productList: { method: 'GET', path: '/product/list', access: 'public' },
  productSearch: { method: 'GET', path: '/product/search', access: 'public' },
  productRecords: { method: 'GET', path: '/product/records', access: 'ADMIN' },
  productGet: { method: 'GET', path: '/product/{id}', access: 'public' },
  productIconUpload: { method: 'POST', path: '/product/icons', access: 'ADMIN', bytes: productIconRules.maxBytes },
  productCreate: { method: 'POST', path: '/product', access: 'ADMIN' },
  productUpdate: { method: 'PATCH', path: '/product/{id}', access: 'ADMIN' },
  productArchive: { method: 'DELETE', path: '/product/{id}', access: 'ADMIN' },

  paymentCheckoutCard: { method: 'POST', path: '/payment/checkout/card', access: 'USER_UPDATE' },
  paymentCheckoutRub: { method: 'POST', path: '/payment/checkout/rub', access: 'USER_UPDATE' },
  paymentSession: { method: 'GET', path: '/payment/session/{sessionId}', access: 'USER_ME' },

  adminUsers: { method: 'GET', path: '/admin/users', access: 'ADMIN' },
  adminUserBlock: { method: 'POST', path: '/admin/users/{id}/block', access: 'ADMIN' },
  adminUserUnblock: { method: 'POST', path: '/admin/users/{id}/unblock', access: 'ADMIN' },
  adminRealms: { method: 'GET', path: '/admin/realms', access: 'ADMIN' },
  adminRealmBlock: { method: 'POST', path: '/admin/realms/{id}/block', access: 'ADMIN' },
  adminRealmUnblock: { method: 'POST', path: '/admin/realms/{id}/unblock', access: 'ADMIN' },
  adminCoinsGrant: { method: 'POST', path: '/admin/grants', access: 'ADMIN' },
  adminPlanKernels: { method: 'GET', path: '/admin/plan-kernels', access: 'ADMIN' },
  adminPlanKernelsUpdate: { method: 'PATCH', path: '/admin/plan-kernels', access: 'ADMIN' },
  adminMachine: { method: 'GET', path: '/admin/machine', access: 'ADMIN' },
  adminAudit: { method: 'GET', path: '/admin/audit', access: 'ADMIN' },

  uploadStart: { method: 'POST', path: '/upload', access: 'REALM_MANAGE' },
  uploadStatus: { method: 'GET', path: '/upload/{id}', access: 'REALM_MANAGE' },
  uploadAppend: { method: 'PATCH', path: '/upload/{id}', access: 'REALM_MANAGE', bytes: 1024 * 1024 },
  uploadCancel: { method: 'DELETE', path: '/upload/{id}', access: 'REALM_MANAGE' },

  realmPossibility: { method: 'GET', path: '/realm/create/possibility', access: 'REALM_CREATE' },
  realmCreateVersions: { method: 'GET', path: '/realm/create/versions', access: 'REALM_CREATE' },
  modpackSearch: { method: 'GET', path: '/realm/create/modpacks', access: 'REALM_CREATE' },
  modpackVersions: { method: 'GET', path: '/realm/create/modpacks/versions', access: 'REALM_CREATE' },
  realmModpackCreate: { method: 'POST', path: '/realm/create/modpack', access: 'REALM_CREATE' },
  realmAddress: { method: 'GET', path: '/realm/address', access: 'REALM_CREATE' },
  realmMaps: { method: 'GET', path: '/realm/maps', access: 'REALM_CREATE' },
  realmMapCreate: { method: 'POST', path: '/realm/maps', access: 'REALM_CREATE' },
  realmMapDelete: { method: 'DELETE', path: '/realm/maps/{id}', access: 'REALM_CREATE' },
  realmCreate: { method: 'POST', path: '/realm/create', access: 'REALM_CREATE' },
  realmList: { method: 'GET', path: '/realm/data/list', access: 'REALM_DATA' },
  realmSummaries: { method: 'GET', path: '/realm/list', access: 'REALM_DATA' },
  realmTps: { method: 'GET', path: '/realm/data/tps', access: 'REALM_DATA' },
  realmPower: { method: 'GET', path: '/realm/data/power', access: 'REALM_DATA' },
  realmPlayers: { method: 'GET', path: '/realm/data/players', access: 'REALM_DATA' },
  realmHistory: { method: 'GET', path: '/realm/data/history', access: 'REALM_DATA' },
  realmGet: { method: 'GET', path: '/realm/data/{id}', access: 'REALM_DATA' },
  realmPowerSet: { method: 'POST', path: '/realm/manage/power/{realmId}', access: 'REALM_MANAGE' },
  realmRename: { method: 'PATCH', path: '/realm/manage/rename/{id}', access: 'REALM_MANAGE' },
  realmLoginCode: { method: 'POST', path: '/realm/manage/login-code/{id}', access: 'REALM_MANAGE' },
  realmSettingsUpdate: { method: 'PATCH', path: '/realm/settings/{id}', access: 'REALM_MANAGE' },
  realmPartners: { method: 'GET', path: '/realm/access/{id}', access: 'REALM_DATA' },
  realmPartnerAdd: { method: 'POST', path: '/realm/access/{id}', access: 'REALM_MANAGE' },
  realmPartnerRemove: { method: 'DELETE', path: '/realm/access/{id}/{userId}', access: 'REALM_MANAGE' },
  realmVisitors: { method: 'GET', path: '/realm/players/{id}', access: 'REALM_DATA' },
  realmAccessRules: { method: 'GET', path: '/realm/players/{id}/rules', access: 'REALM_DATA' },
  realmAccessRuleAdd: { method: 'POST', path: '/realm/players/{id}/rules', access: 'REALM_MANAGE' },
  realmAccessRuleRemove: { method: 'DELETE', path: '/realm/players/{id}/rules/{ruleId}', access: 'REALM_MANAGE' },
  realmWhitelistSet: { method: 'PATCH', path: '/realm/players/{id}/whitelist', access: 'REALM_MANAGE' },
  realmKick: { method: 'POST', path: '/realm/players/{id}/kick', access: 'REALM_MANAGE' },
  realmWeatherSet: { method: 'POST', path: '/realm/game/{id}/weather', access: 'REALM_MANAGE' },
  realmPrefixSet: { method: 'PATCH', path: '/realm/game/{id}/prefix', access: 'REALM_MANAGE' },
  realmKitGive: { method: 'POST', path: '/realm/game/{id}/kit', access: 'REALM_MANAGE' },
  realmsOperated: { method: 'GET', path: '/realm/operated', access: 'REALM_DATA' },
  realmWakersSet: { method: 'PATCH', path: '/realm/manage/wakers/{id}', access: 'REALM_MANAGE' },
  realmDescriptionSet: { method: 'PATCH', path: '/realm/manage/description/{id}', access: 'REALM_MANAGE' },
  realmProtectionSet: { method: 'PATCH', path: '/realm/manage/protection/{id}', access: 'REALM_MANAGE' },
  realmSpawnSet: { method: 'PATCH', path: '/realm/manage/spawn/{id}', access: 'REALM_MANAGE' },
  realmDatabase: { method: 'GET', path: '/realm/databases/{id}', access: 'REALM_DATA' },
  realmDatabaseCreate: { method: 'POST', path: '/realm/databases/{id}', access: 'REALM_MANAGE' },
  realmDatabasePassword: { method: 'POST', path: '/realm/databases/{id}/password', access: 'REALM_MANAGE' },
  realmDatabaseRotate: { method: 'POST', path: '/realm/databases/{id}/rotate', access: 'REALM_MANAGE' },
  realmDatabaseDelete: { method: 'DELETE', path: '/realm/databases/{id}', access: 'REALM_MANAGE' },
  realmSchedules: { method: 'GET', path: '/realm/schedules/{id}', access: 'REALM_DATA' },
  realmScheduleCreate: { method: 'POST', path: '/realm/schedules/{id}', access: 'REALM_MANAGE' },
  realmScheduleUpdate: { method: 'PATCH', path: '/realm/schedules/{id}/{scheduleId}', access: 'REALM_MANAGE' },
  realmScheduleDelete: { method: 'DELETE', path: '/realm/schedules/{id}/{scheduleId}', access: 'REALM_MANAGE' },
  realmScheduleRun: { method: 'POST', path: '/realm/schedules/{id}/{scheduleId}/run', access: 'REALM_MANAGE' },
  realmBackups: { method: 'GET', path: '/realm/backups/{id}', access: 'REALM_DATA' },
  realmBackupCreate: { method: 'POST', path: '/realm/backups/{id}', access: 'REALM_MANAGE' },
  realmBackupRestore: { method: 'POST', path: '/realm/backups/{id}/{backupId}/restore', access: 'REALM_MANAGE' },
  realmBackupRealmCreate: { method: 'POST', path: '/realm/backups/{id}/{backupId}/realm', access: 'REALM_CREATE' },
  realmWorldReset: { method: 'POST', path: '/realm/world/{id}/reset', access: 'REALM_MANAGE' },
  realmBackupLink: { method: 'POST', path: '/realm/backups/{id}/{backupId}/link', access: 'REALM_MANAGE' },
  realmBackupDelete: { method: 'DELETE', path: '/realm/backups/{id}/{backupId}', access: 'REALM_MANAGE' },
  realmKernel: { method: 'GET', path: '/realm/kernel/{id}', access: 'REALM_DATA' },
  realmKernelVersions: { method: 'GET', path: '/realm/kernel/{id}/versions', access: 'REALM_DATA' },
  realmKernelJars: { method: 'GET', path: '/realm/kernel/{id}/jars', access: 'REALM_DATA' },
  realmKernelUpdate: { method: 'GET', path: '/realm/kernel/{id}/update', access: 'REALM_DATA' },
  realmKernelChange: { method: 'POST', path: '/realm/kernel/{id}/change', access: 'REALM_MANAGE' },
  realmKernelReturn: { method: 'POST', path: '/realm/kernel/{id}/return', access: 'REALM_MANAGE' },
  realmAddons: { method: 'GET', path: '/realm/addons/{id}', access: 'REALM_DATA' },
  realmAddonSearch: { method: 'GET', path: '/realm/addons/{id}/search', access: 'REALM_DATA' },
  realmAddonInstall: { method: 'POST', path: '/realm/addons/{id}/install', access: 'REALM_MANAGE' },
  realmAddonSwitch: { method: 'POST', path: '/realm/addons/{id}/switch', access: 'REALM_MANAGE' },
  realmAddonRemove: { method: 'POST', path: '/realm/addons/{id}/remove', access: 'REALM_MANAGE' },
  realmModpack: { method: 'GET', path: '/realm/modpack/{id}', access: 'REALM_DATA' },
  realmFiles: { method: 'GET', path: '/realm/files/{id}', access: 'REALM_DATA' },
  realmFileText: { method: 'GET', path: '/realm/files/{id}/text', access: 'REALM_DATA' },
  realmFileSave: { method: 'PATCH', path: '/realm/files/{id}/text', access: 'REALM_MANAGE', bytes: 1024 * 1024 },
  realmFolderCreate: { method: 'POST', path: '/realm/files/{id}/folder', access: 'REALM_MANAGE' },
  realmFilesMove: { method: 'POST', path: '/realm/files/{id}/move', access: 'REALM_MANAGE' },
  realmFilesRemove: { method: 'POST', path: '/realm/files/{id}/remove', access: 'REALM_MANAGE' },
  realmLand: { method: 'GET', path: '/realm/land/{id}', access: 'REALM_DATA' },
  realmLandPicture: { method: 'GET', path: '/realm/land/{id}/picture', access: 'REALM_DATA' },
  realmLandTile: { method: 'GET', path: '/realm/land/{id}/tile', access: 'REALM_DATA' },
  realmLogs: { method: 'GET', path: '/realm/logs/{id}', access: 'REALM_DATA' },
  realmLogText: { method: 'GET', path: '/realm/logs/{id}/text', access: 'REALM_DATA' },
  realmStartProblem: { method: 'GET', path: '/realm/logs/{id}/problem', access: 'REALM_DATA' },
  realmSftp: { method: 'GET', path: '/realm/sftp/{id}', access: 'REALM_DATA' },
  realmFileLink: { method: 'POST', path: '/realm/files/{id}/link', access: 'REALM_MANAGE' },
  realmFilesArchive: { method: 'POST', path: '/realm/files/{id}/archive', access: 'REALM_MANAGE' },
  realmFilesExtract: { method: 'POST', path: '/realm/files/{id}/extract', access: 'REALM_MANAGE' },
  realmFilesWork: { method: 'GET', path: '/realm/files/{id}/work', access: 'REALM_DATA' },
  realmFilesWorkCancel: { method: 'DELETE', path: '/realm/files/{id}/work', access: 'REALM_MANAGE' },
  realmUploads: { method: 'GET', path: '/realm/uploads/{id}', access: 'REALM_DATA' },
  realmUploadFinish: { method: 'POST', path: '/realm/uploads/{id}', access: 'REALM_MANAGE' },
  realmConsoleCommand: { method: 'POST', path: '/realm/console/{id}', access: 'REALM_MANAGE' },
  realmConsoleCommands: { method: 'GET', path: '/realm/console/{id}/commands', access: 'REALM_DATA' },
  realmActivity: { method: 'GET', path: '/realm/activity/{id}', access: 'REALM_DATA' },
  realmDelete: { method: 'DELETE', path: '/realm/manage/delete/{id}', access: 'REALM_DELETE' },
} as const satisfies Record<string, Route>;

export type EndpointName = keyof typeof routes;

/** In pixels; the first is the default. */
export const mapImageWidths = [960, 480] as const;

/** The path of an official map's picture, for `<img>`, which sends no token. */
export function mapImagePath(map: string, width: (typeof mapImageWidths)[number] = mapImageWidths[0]): string {
  return `/api/realm/maps/${encodeURIComponent(map)}/image?width=${width}`;
}
