import type { OfficialMap, WorldGenerator } from '@realmkeep/contract/maps';
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
    players: 'Players',
    access: 'Access',
    files: 'File manager',
    world: 'World',
    backups: 'Backups',
    kernel: 'Kernel',
    plugins: 'Plugins',
    uploads: 'File uploads',
    databases: 'Databases',
    activity: 'Activity',
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
    flat: { name: 'Flat', text: 'Level grass as far as you can go.' },
    void: { name: 'Void', text: 'Nothing but a small platform to start from.' },
    normal: { name: 'Normal', text: 'Land to survive in: hills, rivers, caves and villages.' },
    amplified: { name: 'Amplified', text: 'The game’s own land, with mountains up to the sky.' },
  } satisfies Record<OfficialMap | WorldGenerator, { name: string; text: string }>,
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
    nameHint: 'English letters and spaces, up to 32 characters, no digits. Players see it in their server list.',
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
    mapLead: 'You get your own copy: build and dig as you like.',
    moreWorld: 'More about the world',
    fromPack: 'Start from a modpack',
    settingsTitle: 'Name it and choose an address',
    settingsLead: 'You can change both later.',
    next: 'Continue',
    back: 'Back',
    submit: 'Create server',
    creating: 'Creating the server…',
    progress: 'Progress',
    stages: {
      created: 'Created',
      queued: 'In the queue',
      world: 'World prepared',
      starting: 'Starting up',
      ready: 'Ready to join',
    },
    createdTitle: 'Your server has been created',
    createdText: 'It is off for now. Turn it on to open the gate.',
    startingTitle: 'Raising the gate',
    startingText: 'This usually takes a few seconds. You can leave this page.',
    readyTitle: 'Your server is ready',
    readyText: 'Send the address to your friends and join.',
    failedTitle: 'The server did not start',
    failedText: 'It was created, but crashed while starting. We keep trying; see its page for details.',
    errorTitles: {
      400: 'Request error',
      405: 'Limit reached',
      409: 'Conflict',
      503: 'Technical error',
      other: 'The server was not created',
    },
    errorTexts: {
      400: 'The data cannot be processed.',
      405: 'Upgrade your plan or delete one of your servers.',
      409: 'A server with this name or address already exists.',
      503: 'Servers cannot be created at the moment. Please try again later.',
    },
    toSettings: 'Change name or address',
    toMap: 'Choose another world',
    manage: 'Manage',
    limit: {
      title: 'You have reached your plan’s server limit',
      text: (realms: number, limit: number) =>
        `You have ${realms} of ${plural(limit, { one: '{n} server', other: '{n} servers' })}. Delete one to make room for another.`,
      action: 'Your servers',
    },
    chatLink: {
      title: 'First link your Discord account',
      text: 'You need a linked account to create servers. It takes a minute, and then brings you back here.',
      countdown: (seconds: number) =>
        plural(seconds, { one: 'Taking you there in {n} second.', other: 'Taking you there in {n} seconds.' }),
      stopHint: 'Press “Stay here” to cancel.',
      stopped: 'You are staying here. Use the button whenever you like.',
      action: 'Link now',
      stay: 'Stay here',
    },
    chatMissing: {
      title: 'A linked chat account is needed',
      text: 'The operator of this site has not set up a chat platform. Please contact them.',
      action: 'Back to your account',
    },
  },

  /** While the server's own DNS records are not there. */
  records: {
    PENDING: { title: 'The address is still being set up', text: 'Players can use it in about a minute.' },
    FAILED: {
      title: 'The address does not work yet',
      text: 'Its DNS records could not be created. We keep trying, and the operator can see why. Your world is safe.',
    },
  },

  details: {
    players: 'Players now',
    nobody: 'Nobody is online right now.',
    notRunning: 'The server is not running, so nobody can be online.',
    measures: 'Measured',
    playersCount: 'Players',
    /** The slider within a chart. */
    chartOf: (label: string) => `${label}, the last hour`,
    reading: (time: string, value: string) => `${time}: ${value}`,
    range: (lowest: string, highest: string) => `Last hour: lowest ${lowest}, highest ${highest}`,
    notMeasured: 'no data',
    nothingMeasured: 'No measurements in the last hour.',
    tps: 'Ticks per second',
    tpsMissing: {
      resting: { now: 'idle', hint: 'nobody is online' },
      untold: { now: 'not known', hint: 'this kernel does not report it' },
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
    lastActivity: 'Last played',
    never: 'Never',
    playedNow: 'Now',
    copy: 'Copy address',
    queueTitle: (place: number) => `Waiting for memory: place ${place} in the queue`,
    queueText: 'All memory is in use. It will start automatically when its turn comes; your world is safe.',
    lostTitle: 'The machine that runs this server is not responding',
    lostText: (time: string) =>
      `What you see here is as of ${time}. Players may still be on. To keep the world safe, we do not start the server anywhere else until that machine is back or has been taken out. The operator can see this.`,
    unsavedTitle: 'The disk is full',
    unsavedText: (time: string) =>
      `Nothing built since ${time} has been saved yet. We keep trying, and the server will not stop until it is saved. The operator has been notified.`,
    outOfRoomTitle: 'This server was stopped because it filled the disk',
    outOfRoomText: (time: string) =>
      `It kept writing without stopping (${time}). Delete what it wrote in the file manager, then start it again.`,
    crashTitle: (count: number) => plural(count, { one: 'It crashed {n} time', other: 'It crashed {n} times' }),
    crashText: (time: string) => `The next attempt is at ${time}. Your world is safe.`,
    /** On a server in Java whose plan is too small. */
    kernelStopped: {
      tier: {
        title: 'Off: the plan does not include its kernel',
        text: 'Its world and files are kept. Choose another kernel, or a plan that includes this one.',
      },
      machine: {
        title: 'Java servers are not available here',
        text: 'The machine cannot keep Java servers safely apart from each other. Contact the operator, or go back to the Sandbox kernel.',
      },
      link: 'Go to the kernel page',
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
      whenItRuns: 'Counted from when the server starts.',
      closesAt: (time: string) => `It closes at ${time}.`,
      /** `time` is as in 4:59. */
      left: (time: string) => `Time left: ${time}`,
      /** Of plans whose servers close when players are without their owner. */
      withoutOwner: (minutes: number) =>
        plural(minutes, {
          one: 'It closes earlier if players are on it for {n} minute without an owner or co-owner confirmed by a code.',
          other:
            'It closes earlier if players are on it for {n} minutes without an owner or co-owner confirmed by a code.',
        }),
    },
    confirm: {
      title: 'Confirm yourself in the game',
      text: 'Anyone can join under any name, so a nickname alone gives no rights: if you use the name of an account, you play as a guest until you confirm it. A code unlocks the commands of the owner and co-owners.',
      off: 'You can get a code while the server is running.',
      button: 'Get a code',
      type: 'Type this into the game chat:',
      address: 'Join using this address instead of the usual one:',
      copy: 'Copy',
      /** `time` is as in 4:59. */
      left: (time: string) => `It works once, for another ${time}.`,
      over: 'It has expired.',
      again: 'Get a new code',
    },
    danger: {
      title: 'Delete this server',
      text: 'Its world is deleted too. This cannot be undone.',
      protected: 'It is protected: turn the protection off in its settings first.',
      toSettings: 'Go to the settings',
      button: 'Delete',
      confirmTitle: (name: string) => `Delete ${name}?`,
      confirmText: 'Everything built in it will be lost for good. This cannot be undone.',
      confirmLabel: (name: string) => `Type “${name}” to confirm`,
      confirmButton: 'Delete forever',
      cancel: 'Keep it',
      done: 'The server was deleted',
      failed: (problem: string) => `The server cannot be deleted: ${problem}`,
    },
    missing: {
      title: 'There is no such server',
      text: 'It was deleted, or you do not have access to it.',
      action: 'Your servers',
    },
  },

  blocked: {
    title: 'This server is blocked',
    text: 'It broke a rule, a payment failed, or something about it looked suspicious. It cannot be turned on.',
    /** Where the operator has said why. */
    because: 'It cannot be turned on. The reason:',
    action: 'Go to your account',
  },

  settings: {
    title: 'Settings',
    identity: 'Name and address',
    identityHint: 'A new address takes effect immediately: players have to use the new one.',
    save: 'Save',
    saved: 'Saved',
  },
};
