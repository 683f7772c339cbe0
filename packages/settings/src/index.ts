export { groups, problemsAmong, together } from './groups.ts';
export { namesFor, readSettings, SettingsError, type Settings } from './read-settings.ts';
export { readSettingsFile } from './settings-file.ts';
export { WrongValue, type Reader } from './setting.ts';
export { flagOf, isSettingName, settingNames, settingsTable, type SettingName } from './settings.ts';
