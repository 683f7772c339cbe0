import { flagOf, SETTING_NAMES, SETTINGS } from '../../../packages/settings/src/index.ts';

/** What --help prints. */
export function helpText(): string {
  const width = Math.max(...SETTING_NAMES.map((name) => name.length)) + 2;
  const settings = SETTING_NAMES.map((name) => {
    const standard = SETTINGS[name].default ? ` [${SETTINGS[name].default}]` : '';
    // A flag of one is refused: every user of the machine reads the flags of a process.
    const flag = SETTINGS[name].secret ? '' : `--${flagOf(name)}`;
    const secret = SETTINGS[name].secret ? ' (secret)' : '';
    return `  ${flag.padEnd(width + 2)}${name.padEnd(width)}${SETTINGS[name].description}${standard}${secret}`;
  });
  return `Usage: bin/start [flags]

Starts the database, the api with the page, and the gateway. Ctrl-C stops them all, realms included.

  --help      This text
  --install   Makes a systemd service of it: the machine's as root, else yours
  --run-as    With --install, as root: the ordinary user whom the service runs as, made if missing
  --version   Prints the version
  --adopt-data-dir  Makes DATA_DIR the database's own, after the folder before it has been lost
  --config    The file of settings [realmkeep.conf beside bin/]

Settings: a flag wins over the environment, that over the file, that over the default [in brackets].
Secrets are no flags, which every user of the machine can read: write them into the file, whose owner alone can read it from
then on (chmod 600), or into the environment.

${settings.join('\n')}
`;
}

/** What realmkeep.conf.example holds. */
export function exampleFile(): string {
  const settings = SETTING_NAMES.map((name) => `# ${SETTINGS[name].description}\n#${name}=${SETTINGS[name].default}\n`);
  return `# Copy to realmkeep.conf and take the # off what you change. See bin/start --help.\n\n${settings.join('\n')}`;
}
