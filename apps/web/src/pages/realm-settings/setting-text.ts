import type { RealmSettings } from '@realmkeep/contract';
import { isSpawnProtection, type SettingName } from '@realmkeep/contract/realm-setting-rules';

/** A setting as a form holds it. */
export function settingText(settings: RealmSettings, name: SettingName): string {
  return String(settings[name] ?? '');
}

/** Whether what was typed cannot be. */
export function settingProblem(name: SettingName, text: string): boolean {
  return name === 'spawnProtectionRadius' && !isSpawnProtection(numberOf(text));
}

/** What was typed or chosen, as the api takes it. */
export function changeOf(texts: Partial<Record<SettingName, string>>): Partial<RealmSettings> {
  const entries = Object.entries(texts).map(([name, text]) => [name, valueOf(name, text)]);
  return Object.fromEntries(entries) as Partial<RealmSettings>;
}

/** A number without letters, signs and points; NaN for anything else. */
export function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

function valueOf(name: string, text: string): string | number | boolean {
  if (name === 'spawnProtectionRadius') return numberOf(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}
