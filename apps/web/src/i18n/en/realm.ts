import type { OfficialMap } from '@realmkeep/contract/maps';
import type { RealmPhase } from '@realmkeep/contract/realm-phases';
import type { Tier } from '@realmkeep/contract/tiers';
import type { GameMode } from '../game-mode.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const realm = {
  sidebar: {
    label: 'Server',
    main: 'Main',
    tools: 'Tools',
    additional: 'Additional',
    /** The same groups in the slide-in menu. */
    basicMenu: 'BASIC',
    toolsMenu: 'IMPROVEMENT',
    additionalMenu: 'ADDITIONAL',
    general: 'General',
    console: 'Console',
    settings: 'Settings',
    access: 'Access',
    files: 'File manager',
    backups: 'Backups',
    kernel: 'Kernel',
    uploads: 'File uploads',
    databases: 'Databases',
    schedules: 'Schedules',
    locked: 'Needs a higher plan',
    support: 'Support',
    /** The mode to come, with its menu. */
    ultima: {
      title: 'Ultima',
      soon: 'Coming soon',
      management: 'Management',
      console: 'Console',
      files: 'File manager',
      backups: 'Backups',
      uploads: 'Uploads',
      kernel: 'Kernel',
    },
  },
  phases: {
    OFF: 'Off',
    QUEUED: 'Queued',
    STARTING: 'Starting',
    READY: 'Running',
    SLEEPING: 'Sleeping',
    STOPPING: 'Stopping',
    FAILED: 'Crashed',
    BLOCKED: 'Blocked',
  } satisfies Record<RealmPhase, string>,
  lastSeen: (phase: string) => `Last seen: ${phase}`,
  gameModes: {
    SURVIVAL: 'Survival',
    CREATIVE: 'Creative',
    ADVENTURE: 'Adventure',
    SPECTATOR: 'Spectator',
  } satisfies Record<GameMode, string>,
  maps: {
    meadow: { name: 'Meadow', text: 'Open grassland with room in every direction.' },
    islands: { name: 'Islands', text: 'Green islets in a calm sea.' },
    canyon: { name: 'Canyon', text: 'Red cliffs and a deep valley between them.' },
  } satisfies Record<OfficialMap, { name: string; text: string }>,
  tiers: {
    CHICKEN: 'Chicken',
    ZOMBIE: 'Zombie',
    GHAST: 'Ghast',
    DRAGON: 'Dragon',
  } satisfies Record<Tier, string>,
  /** The world of the game's own name, where it has a better one. */
  worlds: { overworld: 'Overworld', nether: 'Nether', end: 'The End' } as Record<string, string>,
  slots: (players: string, slots: string) => `${players} of ${slots}`,
  unlimited: '∞',

  power: {
    ON: { ask: 'Turn on', done: 'The server was successfully turned on' },
    OFF: { ask: 'Turn off', done: 'The server was successfully turned off' },
    RESTART: { ask: 'Restart', done: 'The server is restarting' },
    WAKE: { ask: 'Wake', done: 'The server is waking up' },
    failed: 'The server’s state could not be changed due to a technical issue',
  },

  fields: {
    name: 'Server name',
    nameHint: 'English letters and spaces only, no digits, up to 32. Players see it in their server list.',
    address: 'Address',
    addressHint: 'Letters, digits and hyphens.',
    addressFree: 'This address is free.',
    preview: 'Players will type',
    /** In the preview, while there is no address. */
    previewExample: 'address',
    problems: {
      nameShort: 'Name is too short (min. 3 characters)',
      nameLong: 'Name is too long (max. 32 characters)',
      nameCharacters: 'Name may only contain English letters and spaces',
      addressShort: 'Address is too short (min. 3 characters)',
      addressLong: 'Address is too long (max. 16 characters)',
      addressCharacters: 'Only English letters, digits and hyphens',
      addressHyphen: 'Address cannot start or end with a hyphen',
      addressLetter: 'Address must contain at least one letter',
      addressReserved: 'This address is reserved',
    },
  },

  create: {
    title: 'Create a server',
    steps: { label: 'Steps', map: 'World', settings: 'Name and address', result: 'Server' },
    mapTitle: 'Choose a world',
    mapLead: 'It is copied for you: build and dig as you like.',
    settingsTitle: 'Name it and choose an address',
    settingsLead: 'Both can be changed later.',
    next: 'Continue',
    back: 'Back',
    submit: 'Create server',
    creating: 'Creating the server…',
    progress: 'Progress',
    stages: {
      created: 'Created',
      queued: 'In line',
      world: 'World prepared',
      starting: 'Starting up',
      ready: 'Ready to join',
    },
    createdTitle: 'Your server is created',
    createdText: 'It is off for now. Turn it on and the gate opens.',
    startingTitle: 'Raising the gate',
    startingText: 'This usually takes a few seconds. You may leave this page.',
    readyTitle: 'Your server is ready',
    readyText: 'Send the address to your friends and join.',
    failedTitle: 'The server did not start',
    failedText: 'It was created, but fell over at the start. We go on trying; its page says more.',
    errorTitles: {
      400: 'Request error',
      405: 'Limit reached',
      409: 'Conflict',
      503: 'Technical error',
      other: 'The server was not created',
    },
    errorTexts: {
      400: 'The data cannot be processed.',
      405: 'Upgrade your tier or delete a server that you have.',
      409: 'A server with this name or address exists already.',
      503: 'Servers cannot be created at the moment. Please try again later.',
    },
    toSettings: 'Change name or address',
    toMap: 'Choose another world',
    manage: 'Manage',
    limit: {
      title: 'You have all the servers that your tier allows',
      text: (realms: number, limit: number) =>
        `You have ${realms} of ${plural(limit, { one: '{n} server', other: '{n} servers' })}. Delete one to make room for another.`,
      action: 'Your servers',
    },
    chatLink: {
      title: 'First link your Discord account',
      text: 'Servers are created by players with a linked account. It takes a minute, and brings you back here.',
      countdown: (seconds: number) =>
        plural(seconds, { one: 'You are taken there in {n} second.', other: 'You are taken there in {n} seconds.' }),
      stopHint: '“Stay here” stops that.',
      stopped: 'You stay here. The button takes you there when you like.',
      action: 'Link now',
      stay: 'Stay here',
    },
    chatMissing: {
      title: 'A linked chat account is needed',
      text: 'But the operator of this site has set up no chat platform. Please ask the operator.',
      action: 'Back to your account',
    },
  },

  details: {
    players: 'Players now',
    nobody: 'Nobody is on right now.',
    notRunning: 'The server is off, so nobody can be on.',
    measures: 'Measured',
    playersCount: 'Players',
    /** The slider within a chart. */
    chartOf: (label: string) => `${label}, the last hour`,
    reading: (time: string, value: string) => `${time}: ${value}`,
    range: (lowest: string, highest: string) => `Last hour: lowest ${lowest}, highest ${highest}`,
    notMeasured: 'no data',
    nothingMeasured: 'No measurements in the last hour.',
    measuredSince: (moment: string) =>
      `Measurements are kept for an hour. This site was itself restarted at ${moment}, so these begin then.`,
    tps: 'Ticks per second',
    tpsMissing: {
      resting: { now: 'resting', hint: 'as nobody is on' },
      untold: { now: 'not known', hint: 'as this kernel does not tell' },
      awaited: { now: 'not known yet', hint: '20 is full speed' },
    },
    tpsHint: '20 is full speed',
    cpu: 'Processor',
    cpuHint: 'of one core',
    memory: 'Memory',
    memoryHint: (limit: string) => `of ${limit}`,
    none: '–',
    worlds: 'Players per world',
    since: (moment: string) => `Running since ${moment}`,
    map: 'World',
    ownMap: 'Your own',
    border: 'Size',
    borderSize: (side: string) => `${side}\u00a0×\u00a0${side} blocks`,
    created: 'Created',
    copy: 'Copy address',
    queueTitle: (place: number) => `Waiting for memory: place ${place} in the queue`,
    queueText: 'All memory is in use. It starts by itself when it is its turn; your world is safe.',
    unsavedTitle: 'The disk is full',
    unsavedText: (time: string) =>
      `Nothing that was built since ${time} is saved yet. It is tried again and again; the server stops only once it could be saved. The operator knows.`,
    outOfRoomTitle: 'This server was stopped because it filled the disk',
    outOfRoomText: (time: string) =>
      `It was writing without end (${time}). Delete what it has written on the page of its files, then start it again.`,
    crashTitle: (count: number) => plural(count, { one: 'It crashed {n} time', other: 'It crashed {n} times' }),
    crashText: (time: string) => `The next attempt is at ${time}. Your world is safe.`,
    /** On a server in Java whose plan is too small. */
    kernelStopped: {
      tier: {
        title: 'Off: the plan does not include its kernel',
        text: 'Paper and vanilla are part of higher plans. Choose one, or go back to the sandbox.',
      },
      machine: {
        title: 'Servers in Java are off here',
        text: 'The machine lacks the walls that Paper and vanilla need. Tell its operator, or go back to the sandbox.',
      },
      link: 'To the kernel',
    },
    join: {
      title: 'How to join',
      edition: (version: string) => `Start the game: Java edition, version ${version}.`,
      menu: 'Open Multiplayer and press Add Server.',
      address: 'Enter this address:',
      done: 'Press Done, then double-click the server in the list.',
      hostsTitle: 'The game says “Unknown host”?',
      hostsText:
        'Some computers do not know names that end in .localhost. Add this line to the hosts file of the computer you play on, then try again:',
      hostsWhere: 'Linux and macOS: /etc/hosts · Windows: C:\\Windows\\System32\\drivers\\etc\\hosts',
      copyHosts: 'Copy line',
    },
    /** On a plan that shuts servers down after a while. */
    planEnd: {
      title: (tier: string, minutes: number) =>
        plural(minutes, { one: `${tier} plan: {n} minute at a time`, other: `${tier} plan: {n} minutes at a time` }),
      whenItRuns: 'They are counted from the start.',
      closesAt: (time: string) => `It closes at ${time}.`,
      /** `time` is as in 4:59. */
      left: (time: string) => `Time left: ${time}`,
    },
    confirm: {
      title: 'Confirm yourself in the game',
      text: 'Anyone may join under any name, so a nickname alone grants nothing here: under the name of an account you play as a guest until you confirm it. A code opens the commands of the owner and co-owners, anew each time you join.',
      off: 'Codes are given while the server is running.',
      button: 'Get a code',
      type: 'Type this into the chat of the game:',
      address: 'Join by this address instead of the usual one:',
      copy: 'Copy',
      /** `time` is as in 4:59. */
      left: (time: string) => `It works once, for another ${time}.`,
      over: 'Its time is over.',
      again: 'Get a new code',
    },
    danger: {
      title: 'Delete this server',
      text: 'The world goes with it. It cannot be restored.',
      button: 'Delete',
      confirmTitle: (name: string) => `Delete ${name}?`,
      confirmText: 'Everything built in it is lost for good: it cannot be restored.',
      confirmLabel: (name: string) => `Type “${name}” to confirm`,
      confirmButton: 'Delete forever',
      cancel: 'Keep it',
      done: 'The server was deleted',
      failed: (problem: string) => `The server cannot be deleted: ${problem}`,
    },
    missing: {
      title: 'There is no such server',
      text: 'It was deleted, or you have no access to it.',
      action: 'Your servers',
    },
  },

  blocked: {
    title: 'This server is blocked',
    text: 'It broke a rule, a payment failed, or something about it looked suspicious. It cannot be turned on.',
    /** Where the operator has said why. */
    because: 'It cannot be turned on. The reason:',
    action: 'To your account',
  },

  settings: {
    title: 'Settings',
    identity: 'Name and address',
    identityHint: 'A new address counts at once: players must type the new one.',
    save: 'Save',
    saved: 'Saved',
  },
};
