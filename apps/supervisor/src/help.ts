import { flagOf, SETTING_NAMES, SETTINGS } from '../../../packages/settings/src/index.ts';

/** What --help prints. */
export function helpText(): string {
  const width = Math.max(...SETTING_NAMES.map((name) => name.length)) + 2;
  const settings = SETTING_NAMES.map((name) => {
    const standard = SETTINGS[name].default ? ` [${SETTINGS[name].default}]` : '';
    // A secret's flag is refused: every user of the machine can read a process's flags.
    const flag = SETTINGS[name].secret ? '' : `--${flagOf(name)}`;
    const secret = SETTINGS[name].secret ? ' (secret)' : '';
    return `  ${flag.padEnd(width + 2)}${name.padEnd(width)}${SETTINGS[name].description}${standard}${secret}`;
  });
  return `Usage: bin/start [flags]

Starts the database, the api with the page, and the gateway. Ctrl-C stops them all, realms included.

  --help      This text
  --install   Makes it a systemd service: as root the machine's, else your own
  --run-as    With --install, as root: the ordinary user that the service runs as, created if missing
  --version   Prints the version
  --adopt-data-dir  Gives the database to DATA_DIR, after its previous folder has been lost
  --config    The settings file [realmkeep.conf beside bin/]

Settings: flags override the environment, which overrides the file, which overrides the default [in brackets].
Secrets are not flags, because every user of the machine can read those: write them into the file, which only its owner can
read from then on (chmod 600), or into the environment.

${settings.join('\n')}
`;
}

/** What realmkeep.conf.example holds. */
export function exampleFile(): string {
  const settings = SETTING_NAMES.map((name) => `# ${SETTINGS[name].description}\n#${name}=${SETTINGS[name].default}\n`);
  return `# Copy to realmkeep.conf and uncomment what you change. See bin/start --help.\n\n${settings.join('\n')}`;
}
