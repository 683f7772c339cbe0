export { groups, problemsAmong, together } from './groups.ts';
export { namesFor, readSettings, SettingsError, type Settings } from './read-settings.ts';
export { WrongValue, type Reader } from './setting.ts';
export { flagOf, isSettingName, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';
