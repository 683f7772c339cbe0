import type { OwnJar } from '@realmkeep/contract';
import type { KernelChangeState, KernelKind, KernelProblem } from '@realmkeep/contract/kernel-rules';

export const kernel = {
  title: 'Kernel',
  lead: 'The program that runs your server. It decides which version of the game players need, and what they can do in it.',
  present: 'Running now',
  version: (version: string) => `Java edition ${version}`,
  about: {
    sandbox:
      'For building and simple survival: dig, craft, eat, sleep. Starts in a second and sleeps when nobody is online.',
    paper: 'The full game with plugins: survival, mobs, redstone, the Nether and the End. Starts in a minute.',
    purpur: 'Paper with many more settings for how the game plays. The same plugins run on it.',
    fabric: 'The full game with mods, with the Nether and the End. Some mods are needed by players as well.',
    vanilla:
      'The full game exactly as its makers publish it, with the Nether and the End, without plugins. Starts in a minute.',
    own: 'Your own jar, made from the game’s server. You upload and update it yourself.',
  } satisfies Record<KernelKind, string>,
  off: {
    title: 'Java servers are not available here',
    text: 'This machine cannot keep Java servers safely apart from each other. Servers with the Sandbox kernel are not affected. Contact the operator of this site.',
  },
  noInternet: 'It has no internet access on this machine: plugins and the server itself cannot download anything.',
  choose: 'Choose another kernel',
  kind: 'Kernel',
  search: 'Find a version',
  versionLabel: 'Version of the game',
  needsJava: (version: string, java: number) => `${version} – needs Java ${java}, which is not installed here`,
  javaHint: (list: string) => `This machine has Java ${list}. The operator can install more for other versions.`,
  noJava: 'This machine has no Java yet: its operator has to install it first.',
  noVersions: 'No suitable version. The world cannot go back to an older one.',
  noneFound: 'No version begins with that.',
  onlyUpwards: (version: string) =>
    `Only versions from ${version} onwards: a world opened by a newer version cannot go back. To return, undo the change below.`,
  eula: 'I agree to the licence of the game',
  eulaLink: 'Read the licence (EULA)',
  eulaAccepted: (moment: string) => `You agreed to the licence of the game on ${moment}.`,
  change: 'Change kernel',
  begun: 'The change has started',
  confirm: {
    title: (name: string) => `Change to ${name}?`,
    text: 'Everyone is disconnected, the world is backed up and checked, and the server starts with the new kernel. If it fails to start, the kernel and world are put back automatically.',
    world:
      'Everything you built stays, and so does the land up to 512 blocks around the spawn point. Beyond that the new kernel generates new land, so there may be a visible edge.',
    dimensions:
      'What was built in the Nether and the End is kept. In Sandbox portals lead there if your plan includes both.',
    action: 'Back up and change',
    cancel: 'Leave it as it is',
  },
  going: (from: string, to: string) => `From ${from} to ${to}`,
  states: {
    DOWNLOADING: 'The kernel is being downloaded and checked. You can still play.',
    STOPPING: 'The server is stopping.',
    SAVING: 'The world is being backed up, and the backup tested.',
    UNPACKING: 'The previous world is being unpacked and compared.',
    SWITCHING: 'The world and kernel are being switched.',
    STARTING: 'The server is starting with the new kernel.',
    DONE: 'The kernel was changed.',
    FAILED: 'The kernel was not changed. The server and world are unchanged.',
  } satisfies Record<KernelChangeState, string>,
  undoing: 'The new kernel failed to start: the previous kernel and world are being put back.',
  problems: {
    DOWNLOAD:
      'The kernel could not be downloaded, or the download did not match what its makers publish. Try again later.',
    JAR: 'The jar is no longer in the folder as it was when you chose it. Choose it again.',
    JAVA: 'This machine has no Java that this version runs on. Choose another, or contact the operator.',
    SNAPSHOT: 'The world could not be backed up. Nothing was changed; try again.',
    START: 'The new kernel failed to start with this world. Its output is in the console.',
    TIER: 'Your plan no longer includes this kernel.',
  } satisfies Record<KernelProblem, string>,
  own: {
    rules: [
      'The jar is made from the game’s own server: it reads server.properties and eula.txt, listens where they say, and prints “Done (…)! For help” when players can join. If it does not, the change is undone.',
      'Whitelist, bans and login codes work as on every server: they are checked before players reach your jar.',
      'Kits, weather, coloured names, the border, difficulty and game rules are sent to its console as game commands: they work as far as your jar supports them.',
      'Upload plugins or mods to the folder plugins or mods yourself. You also have to update them and the jar yourself.',
      'What you choose is copied. If the file changes later, the server keeps running the copy until you choose the file again.',
    ],
    upload: 'Upload a jar',
    folder: (folder: string) => `Up to 128 MB. By SFTP or in the file manager, put it into the folder ${folder}.`,
    none: 'There is no jar yet.',
    jar: 'Jar',
    runs: 'Running now',
    more: (count: number) => `${count} more in the folder: the first ten are shown.`,
    problems: {
      TOO_LARGE: 'Larger than 128 MB',
      NO_PROGRAM: 'Not a program: it names no main class',
    } satisfies Record<NonNullable<OwnJar['problem']>, string>,
    hash: (sha256: string) => `SHA-256 ${sha256}`,
    versionHint: 'The version of the game the jar is for. Players need the same one.',
    versionProblem: 'A version such as 1.21.4',
    changed: {
      title: 'The file is no longer what you chose',
      text: 'It was changed or removed. The server keeps running the copy made when you chose it; to run the new file, choose it again below.',
    },
    notReady:
      'The jar did not get ready within five minutes: it must print “Done (…)! For help”, listen on the port in server.properties and keep running. Its output is in the console.',
  },
  update: {
    build: (kernel: KernelKind, build: string) =>
      kernel === 'own' ? build : kernel === 'fabric' ? `loader ${build}` : `build ${build}`,
    title: 'Update',
    text: (name: string) =>
      `There is a newer build: ${name}. It is the same version of the game, with what its makers have fixed since.`,
    action: 'Update',
    confirmTitle: (name: string) => `Update to ${name}?`,
    confirm: 'Back up and update',
    unknown: 'The makers of this kernel cannot be reached, so it is not known whether there is a newer build.',
  },
  back: {
    title: 'Going back',
    text: (name: string, moment: string) => `To ${name}, with the world as it was on ${moment}.`,
    button: (name: string) => `Back to ${name}`,
    confirmTitle: (name: string) => `Go back to ${name}?`,
    confirmText: (moment: string) =>
      `Anything built since ${moment}, in the Nether and the End too, will not be in the world. It is backed up first, and you can return to it here.`,
    type: (address: string) => `Type the server’s address, ${address}, to confirm`,
    action: 'Go back',
    cancel: 'Stay',
    begun: 'The server is going back',
  },
  locked: {
    title: 'The full game is not in this plan',
    text: (tier: string) => `Your plan has no Java servers. The first that has any is ${tier}.`,
    stoppedTitle: 'Off: the plan does not include this kernel',
    none: 'No plan here has Java servers.',
    stopped:
      'Your plan does not include this server’s kernel, so the server is off. Its world and files are kept. Choose another kernel or another plan, or go back below.',
  },
  /** Of a server that is to be created. */
  create: {
    versions: (version: string) =>
      `Versions from ${version} onwards. A world cannot go back to an older version later.`,
    title: 'What it runs on',
    memory: (size: string) => `${size} of memory`,
    none: {
      title: 'No server can be created on your plan now',
      text: 'What your plan includes does not run on this machine at the moment. Contact the operator of this site, or choose another plan.',
    },
  },
  notYet: 'Start the server once first, so that there is a world to keep.',
  ownerOnly: 'Only the owner can change the kernel.',
};
