/** How many days an entry of a realm's activity is kept. */
export const activityDays = 90;

/** How something was done. */
export const activityVias = ['PAGE', 'SFTP', 'SCHEDULE', 'OPERATOR', 'GAME', 'CONSOLE'] as const;
export type ActivityVia = (typeof activityVias)[number];

/** What can be done with a realm, by kind: the words that are stored. */
export const activityKinds = {
  POWER: ['powerOn', 'powerOff', 'powerRestart', 'block', 'unblock'],
  CONSOLE: ['command'],
  SETTINGS: ['create', 'settings', 'rename', 'wakers', 'description', 'protection', 'spawn'],
  PEOPLE: ['partnerAdd', 'partnerRemove'],
  PLAYERS: [
    'whitelistOn',
    'whitelistOff',
    'whitelistAdd',
    'whitelistRemove',
    'operatorAdd',
    'operatorRemove',
    'ban',
    'unban',
    'kick',
    'weather',
    'kit',
    'prefix',
  ],
  FILES: ['fileWrite', 'fileUpload', 'fileMove', 'fileRemove', 'folderCreate', 'archive', 'extract'],
  BACKUPS: ['backupCreate', 'backupRestore', 'backupCopy', 'backupDownload', 'backupDelete', 'worldReset'],
  ADDONS: ['addonInstall', 'addonUpdate', 'addonEnable', 'addonDisable', 'addonRemove'],
  KERNEL: ['kernelChange', 'kernelReturn'],
  SCHEDULES: ['scheduleCreate', 'scheduleUpdate', 'scheduleDelete', 'scheduleRun'],
  DATABASES: ['databaseCreate', 'databasePassword', 'databaseRotate', 'databaseDelete'],
} as const;
export type ActivityKind = keyof typeof activityKinds;
export type ActivityAction = (typeof activityKinds)[ActivityKind][number];
