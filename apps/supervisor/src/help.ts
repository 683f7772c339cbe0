import { flagOf, SETTING_NAMES, SETTINGS } from './settings.ts';

/** What --help prints. */
export function helpText(): string {
  const width = Math.max(...SETTING_NAMES.map((name) => name.length)) + 2;
  const settings = SETTING_NAMES.map((name) => {
    const standard = SETTINGS[name].default ? ` [${SETTINGS[name].default}]` : '';
    const secret = SETTINGS[name].secret ? ' (secret)' : '';
    return `  --${flagOf(name).padEnd(width)}${name.padEnd(width)}${SETTINGS[name].description}${standard}${secret}`;
  });
  return `Usage: bin/start [flags]

Starts the database, the api with the page, and the gateway. Ctrl-C stops them all, realms included.

  --help      This text
  --install   Makes a systemd service of it: the machine's as root, else yours
  --config    The file of settings [realmkeep.conf beside bin/]

Settings: a flag wins over the environment, that over the file, that over the default [in brackets].
Secrets are best written into the file: its owner alone can read it from then on (chmod 600).

${settings.join('\n')}
`;
}

/** What realmkeep.conf.example holds. */
export function exampleFile(): string {
  const settings = SETTING_NAMES.map((name) => `# ${SETTINGS[name].description}\n#${name}=${SETTINGS[name].default}\n`);
  return `# Copy to realmkeep.conf and take the # off what you change. See bin/start --help.\n\n${settings.join('\n')}`;
}
