import type { KernelChangeState, KernelKind, KernelProblem } from '@realmkeep/contract/kernel-rules';

export const kernel = {
  title: 'Kernel',
  lead: 'The program that runs your server. It decides which version of the game players need, and what they can do in it.',
  names: { sandbox: 'Sandbox', paper: 'Paper', vanilla: 'Vanilla' } satisfies Record<KernelKind, string>,
  present: 'Runs now',
  version: (version: string) => `Java edition ${version}`,
  about: {
    sandbox: 'For building alone: place, dig, fly, chat. Starts in a second and sleeps when nobody is on.',
    paper:
      'The full game with plugins: survival, mobs, redstone. The Nether and the End are off here. Starts in a minute.',
    vanilla:
      'The full game exactly as its makers publish it, with the Nether and the End, without plugins. Starts in a minute.',
  } satisfies Record<KernelKind, string>,
  off: {
    title: 'Servers in Java are off here',
    text: 'This installation’s machine lacks the walls that Paper and vanilla need. What runs the sandbox runs on. Tell its operator.',
  },
  noInternet: 'It has no way to the internet on this machine: plugins and the server itself cannot fetch anything.',
  choose: 'Choose another kernel',
  kind: 'Kernel',
  search: 'Find a version',
  versionLabel: 'Version of the game',
  needsJava: (version: string, java: number) => `${version} – needs Java ${java}, which is not installed here`,
  javaHint: (list: string) => `This machine has Java ${list}. For other versions the operator installs more.`,
  noJava: 'This machine has no Java yet: its operator has to install it first.',
  noVersions: 'No version fits. The world cannot go back to an older one.',
  onlyUpwards: (version: string) =>
    `Only versions from ${version} on: a world opened by a newer one cannot go back. For that there is the way back.`,
  eula: 'I agree to the licence of the game',
  eulaLink: 'Read the licence (EULA)',
  eulaAccepted: (moment: string) => `You agreed to the licence of the game on ${moment}.`,
  change: 'Change kernel',
  begun: 'The change has begun',
  confirm: {
    title: (name: string) => `Change to ${name}?`,
    text: 'Everybody is sent off, the world is backed up and checked, and the server starts with the new kernel. If it does not get ready, kernel and world come back by themselves.',
    world:
      'What was built stays, and so does the land up to 512 blocks around the spawn point. Beyond that the new kernel makes land of its own, so that an edge can show.',
    action: 'Back up and change',
    cancel: 'Leave it as it is',
  },
  going: (from: string, to: string) => `From ${from} to ${to}`,
  states: {
    DOWNLOADING: 'The kernel is being downloaded and checked. You can still play.',
    STOPPING: 'The server is stopping.',
    SAVING: 'The world is being backed up, and the backup tried out.',
    UNPACKING: 'The world from before is being unpacked and compared.',
    SWITCHING: 'World and kernel are being exchanged.',
    STARTING: 'The server is starting with the other kernel.',
    DONE: 'The kernel was changed.',
    FAILED: 'The kernel was not changed. Server and world are as they were.',
  } satisfies Record<KernelChangeState, string>,
  undoing: 'The new kernel did not get ready: kernel and world from before are coming back.',
  problems: {
    DOWNLOAD: 'The kernel could not be downloaded, or what came was not what its makers publish. Try again later.',
    JAVA: 'This machine has no Java that this version runs on. Choose another, or tell the operator.',
    SNAPSHOT: 'The world could not be backed up. Nothing was changed; try again.',
    START: 'The new kernel did not get ready with this world. What it printed is in the console.',
    TIER: 'Your plan does not include this kernel any more.',
  } satisfies Record<KernelProblem, string>,
  back: {
    title: 'Way back',
    text: (name: string, moment: string) => `To ${name}, with the world as it was on ${moment}.`,
    button: (name: string) => `Back to ${name}`,
    confirmTitle: (name: string) => `Go back to ${name}?`,
    confirmText: (moment: string) =>
      `What was built since ${moment} will not be in the world. It is backed up first, and you can return to it here.`,
    type: (address: string) => `Type the server’s address, ${address}, to confirm`,
    action: 'Go back',
    cancel: 'Stay',
    begun: 'The way back has begun',
  },
  locked: {
    title: 'The full game begins with a higher plan',
    text: (tier: string) => `Paper and vanilla need more memory: they are part of the plans from ${tier} on.`,
    stopped:
      'Your plan does not include the kernel of this server, so that it is off. Choose a plan, or go back below.',
  },
  notYet: 'Start the server once first: then there is a world to take over.',
  ownerOnly: 'The kernel is changed by the owner alone.',
};
