import { readFileSync } from 'node:fs';
import { SettingsError } from './read-settings.ts';
import { isSettingName, type SettingName } from './settings.ts';

/**
 * The settings in a file of lines NAME=value; # begins a comment line, and quotes around a whole value are removed.
 * @param named whether the operator has named the file, so that it must be there
 * @throws SettingsError with all that is wrong
 */
export function readSettingsFile(file: string, named: boolean): Map<SettingName, string> {
  const found = new Map<SettingName, string>();
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (!named && error instanceof Error && 'code' in error && error.code === 'ENOENT') return found;
    throw new SettingsError(
      `The settings in ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`,
    );
  }
  const problems: string[] = [];
  for (const [index, raw] of content.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = /^([^=\s]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name === '') problems.push(`Line ${index + 1} of ${file} is not NAME=value.`);
    else if (!isSettingName(name)) problems.push(`${name} in line ${index + 1} of ${file} is no setting.`);
    else if (found.has(name)) problems.push(`${name} is in ${file} twice.`);
    else found.set(name, /^(["'])(.*)\1$/.exec(value)?.[2] ?? value);
  }
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return found;
}
