import { flagOf, settingNames, settingsTable } from '../../../packages/settings/src/index.ts';

/** What --help prints. */
export function helpText(): string {
  const width = Math.max(...settingNames.map((name) => name.length)) + 2;
  const settings = settingNames.map((name) => {
    const standard = settingsTable[name].default ? ` [${settingsTable[name].default}]` : '';
    // A secret's flag is refused: every user of the machine can read a process's flags.
    const flag = settingsTable[name].secret ? '' : `--${flagOf(name)}`;
    const secret = settingsTable[name].secret ? ' (secret)' : '';
    return `  ${flag.padEnd(width + 2)}${name.padEnd(width)}${settingsTable[name].description}${standard}${secret}`;
  });
  return `Usage: bin/start [flags]

Starts the database, the api with the page, and the gateway. Ctrl-C stops them all, realms included.

  --help      This text
  --install   Makes it a systemd service: as root the machine's, otherwise your own
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
  const settings = settingNames.map(
    (name) => `# ${settingsTable[name].description}\n#${name}=${settingsTable[name].default}\n`,
  );
  return `# Copy to realmkeep.conf and uncomment what you change. See bin/start --help.\n\n${settings.join('\n')}`;
}
