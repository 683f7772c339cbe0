import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { namesLoopback } from './sockets/names-loopback.ts';
import {
  flagOf,
  problemsAmong,
  readSettings,
  readSettingsFile,
  SettingsError,
  settingNames,
  settingsTable,
  type SettingName,
  WrongValue,
} from '../../../packages/settings/src/index.ts';

/** The code that runs: this checkout, or the copy of it. */
const app = join(import.meta.dirname, '../../..');

/** The settings that name proxies by their addresses. */
export const proxyLists = ['TRUST_PROXY', 'PROXY_FROM', 'SFTP_PROXY_FROM'] as const;

/** Only these variables of the machine's environment reach the children, besides settings. */
const passedOnNames = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_COMPILE_CACHE'] as const;

export interface Config {
  command: 'help' | 'install' | 'run';
  /** The ordinary user of the installed service; null: root, or the installing user. */
  runAs: string | null;
  /** Every setting, checked, the default where none was given; DATA_DIR is absolute. */
  values: Readonly<Record<SettingName, string>>;
  /** The settings that flags and the environment gave. */
  given: ReadonlySet<SettingName>;
  /** Those that the file gave besides. */
  chosen: ReadonlySet<SettingName>;
  /** The file of settings: the given one, or the one beside bin/, which need not exist. */
  file: string;
  /** The secrets in it. */
  secretsInFile: readonly SettingName[];
  /** Absolute folders: what runs, and the checkout it was started from. */
  app: string;
  checkout: string;
  passedOn: NodeJS.ProcessEnv;
  /** Whether the database takes this data folder for its own, whichever it had before. */
  adoptDataDir: boolean;
  /** Whether systemd expects notifications of its state. */
  isService: boolean;
  /** Whether it goes on when its terminal closes. */
  ignoreHangup: boolean;
}

/** Settings that cannot be used. The message names each, and never a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Settings from flags, then the environment, then the file, then the defaults. A relative DATA_DIR is taken from where it
 * was written: the working folder, the file's folder, the checkout.
 * @throws ConfigError
 */
export function readConfig(args: string[], environment: NodeJS.ProcessEnv = process.env): Config {
  const flags = readFlags(args);
  const checkout = flags['checkout'] ?? app;
  const file = resolve(flags['config'] ?? join(checkout, 'realmkeep.conf'));
  const inFile = settingsIn(file, flags['config'] !== undefined);

  const problems: string[] = [];
  const given = new Set<SettingName>();
  const chosen = new Set<SettingName>();
  const values = Object.fromEntries(settingNames.map((name) => [name, settingsTable[name].default])) as Record<
    SettingName,
    string
  >;
  values.DATA_DIR = flags['default-data-dir'] ?? join(checkout, 'data');
  values.PUBLIC_URL = '';
  for (const name of settingNames) {
    const flag = flags[flagOf(name)];
    if (flag !== undefined && settingsTable[name].secret) {
      problems.push(`${name} is a secret, and every user of this machine reads flags: write it into ${file}.`);
      continue;
    }
    const sources = [
      { value: flag, where: `--${flagOf(name)}`, folder: process.cwd() },
      { value: environment[name], where: 'the environment', folder: process.cwd() },
      { value: inFile.get(name), where: file, folder: dirname(file) },
    ];
    // An empty value is none.
    const source = sources.find(({ value }) => value);
    if (!source?.value) continue;
    try {
      settingsTable[name].parse(source.value);
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      problems.push(`${name} (from ${source.where}) ${error.message}.`);
    }
    chosen.add(name);
    if (source.where !== file) given.add(name);
    values[name] = name === 'DATA_DIR' ? resolve(source.folder, source.value) : source.value;
  }
  values.PUBLIC_URL ||= `http://localhost:${values.PORT}`;
  if (values.PORT === values.GAME_PORT) problems.push('PORT and GAME_PORT must differ.');
  if ([values.PORT, values.GAME_PORT, values.SFTP_PORT].includes(values.SANDBOX_PORT)) {
    problems.push('SANDBOX_PORT must differ from PORT, GAME_PORT and SFTP_PORT.');
  }
  if ([values.PORT, values.GAME_PORT].includes(values.SFTP_PORT)) {
    problems.push('SFTP_PORT must differ from PORT and GAME_PORT.');
  }
  for (const name of values.PROXY_SOCKETS ? proxyLists : []) {
    if (!namesLoopback(values[name])) continue;
    problems.push(
      `${name} must not name this machine's loopback: a proxy on it comes by the sockets of PROXY_SOCKETS.`,
    );
  }
  if (problems.length === 0) problems.push(...problemsAmong(readSettings(settingNames, values)));
  const runAs = flags['run-as'] ?? null;
  if (runAs !== null && !flags['install']) problems.push('--run-as goes with --install.');
  if (runAs !== null && !/^[a-z_][a-z0-9_-]{0,31}$/.test(runAs)) problems.push('--run-as must be the name of a user.');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));

  const passedOn = Object.fromEntries(passedOnNames.map((name) => [name, environment[name]]));
  const command = flags['help'] ? 'help' : flags['install'] ? 'install' : 'run';
  return {
    command,
    runAs,
    values,
    given,
    chosen,
    file,
    secretsInFile: settingNames.filter((name) => settingsTable[name].secret && inFile.get(name)),
    app: app,
    checkout,
    passedOn,
    adoptDataDir: flags['adopt-data-dir'] !== undefined,
    isService: Boolean(environment['NOTIFY_SOCKET']),
    ignoreHangup: flags['ignore-hangup'] !== undefined,
  };
}

function readFlags(args: string[]): Record<string, string | undefined> {
  const settings = Object.fromEntries(settingNames.map((name) => [flagOf(name), { type: 'string' as const }]));
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...settings,
        help: { type: 'boolean', short: 'h' },
        install: { type: 'boolean' },
        'run-as': { type: 'string' },
        'adopt-data-dir': { type: 'boolean' },
        config: { type: 'string' },
        // Given by bin/start: its location, where the data go if that is closed to other users, and that nohup started it.
        checkout: { type: 'string' },
        'default-data-dir': { type: 'string' },
        'ignore-hangup': { type: 'boolean' },
      },
    });
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}\nSee bin/start --help.`);
  }
}

function settingsIn(file: string, named: boolean): ReadonlyMap<SettingName, string> {
  try {
    return readSettingsFile(file, named);
  } catch (error) {
    throw error instanceof SettingsError ? new ConfigError(error.message) : error;
  }
}
