import type { ModpackProblem, ModpackState } from '@realmkeep/contract/modpack-rules';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const modpacks = {
  title: 'A server from a modpack',
  steps: { label: 'Steps', pack: 'Modpack', settings: 'Name and address', result: 'Server' },
  choose: {
    title: 'Choose a modpack',
    lead: 'A modpack brings mods that fit together, with their settings. Shown are the most popular ones that run here; search by name for any other.',
    action: 'Choose',
    /** For screen readers: which one. */
    of: (title: string) => `Choose: ${title}`,
    /** `loaders`: of those that no server here has. */
    notHere: (loaders: string) => `Does not run here: it needs ${loaders}`,
    needsOther: 'Does not run here: it is not made for Fabric',
  },
  noFabric: {
    title: 'Your plan has no Fabric servers',
    text: 'Modpacks run on Fabric, which your plan does not include. Ask the operator, or choose a larger plan.',
  },
  settings: {
    version: 'Version of the modpack',
    beta: (number: string) => `${number} (not finished)`,
    runs: (game: string) => `It runs on Fabric, Minecraft ${game}.`,
    unfit: (count: number) =>
      plural(count, { one: '{n} other version does not run here.', other: '{n} other versions do not run here.' }),
    /** Why no version of it runs here. */
    none: {
      title: 'This modpack does not run here',
      loader: (loaders: string) => `It needs ${loaders}. Servers here run modpacks for Fabric only.`,
      loaderUnknown: 'Servers here run modpacks for Fabric only.',
      game: 'It is for a version of Minecraft that servers here do not run.',
      java: (game: string) =>
        `Minecraft ${game} needs a newer Java than this machine has. The operator can install it.`,
    },
    friends: 'Everybody who joins needs the same version of this modpack in their own game.',
    another: 'Choose another modpack',
    submit: 'Create server',
    creating: 'Creating the server…',
  },
  progress: {
    running: (title: string) => `${title} is being installed`,
    runningText: 'Your server starts by itself afterwards. You can leave this page.',
    done: (title: string) => `${title} is installed`,
    doneText: 'Your server is starting. With many mods, the first start can take a few minutes.',
    failed: (title: string) => `No server was created from ${title}`,
    label: 'Installation',
    leftOut: (names: string) =>
      `Left out, because a server does not need them or your plan’s limits could not be enforced on them: ${names}.`,
    toServer: 'To your server',
    again: 'Try again',
    follow: 'Watch it',
  },
  states: {
    FETCHING: 'Downloading the modpack',
    READING: 'Checking what is in it',
    INSTALLING: 'Installing the mods',
    UNPACKING: 'Putting its settings in place',
    FINISHING: 'Tidying up',
  } satisfies Record<Exclude<ModpackState, 'DONE' | 'FAILED'>, string>,
  problems: {
    UNREACHABLE: () =>
      'Modrinth, or another place with files of the modpack, did not answer. Try again in a few minutes.',
    DAMAGED: (subject) =>
      `${subject ?? 'A file'} is not the file that the modpack announces, so nothing was installed. Choose another version, or tell the makers of the modpack.`,
    INVALID: () => 'It is not a valid modpack for servers. Choose another version or another modpack.',
    UNSAFE: (subject) =>
      `It would write files where a modpack must not (${subject ?? 'in its archive'}). Choose another modpack.`,
    HOST: (subject) =>
      `Some of its files are at ${subject ?? 'an unknown place'}, from which this site does not download. Choose another version, or ask the operator to allow it.`,
    LOADER: (subject) =>
      `It needs ${subject ?? 'another loader'}, and servers here run Fabric. Choose another version or another modpack.`,
    GAME: (subject) =>
      `It needs Minecraft ${subject ?? ''}, which does not run here. Choose another version of the modpack.`,
    KERNEL: () => 'The Fabric server could not be downloaded. Try again in a few minutes.',
    QUOTA: () => 'It is larger than your plan has room for. Choose a smaller modpack or a larger plan.',
    DISK: () => 'The machine is short of disk space, and the operator has been notified. Try again later.',
    FAULT: () => 'Something went wrong on our side. Try again later.',
  } as Record<ModpackProblem, (subject: string | null) => string>,
};
