import type { AddonKind, AddonProblem } from '@realmkeep/contract/addon-rules';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const addons = {
  title: 'Plugins, mods and packs',
  lead: 'Search Modrinth for what fits your server, and install it with everything it needs.',
  none: {
    title: 'This kernel takes no plugins or mods',
    text: 'Paper and Purpur run plugins, Fabric runs mods, and all three and Vanilla run data packs. Your world moves along when you change the kernel.',
    link: 'Choose a kernel',
  },
  kind: 'Show',
  kinds: { PLUGIN: 'Plugins', MOD: 'Mods', DATA_PACK: 'Data packs' } satisfies Record<AddonKind, string>,
  worldEdit: {
    title: 'WorldEdit',
    /** `blocks` and `tier` of the realm's owner. */
    text: (blocks: string, tier: string) =>
      `Build with commands such as //set and //replace. On the ${tier} plan, one command changes up to ${blocks} blocks.`,
    from: (tier: string) =>
      `Building with commands comes with the ${tier} plan. On this plan WorldEdit changes nothing.`,
    held: 'The limits are written into plugins/WorldEdit/config.yml at every start. Whatever you change about them there lasts only until the next start; your other settings stay.',
    installed: 'It is installed.',
    notHere:
      'WorldEdit is not offered on Fabric: operators there can exceed its limits, so your plan’s limits would not hold. To build with commands, switch the server to Paper or Purpur.',
    stays: 'The WorldEdit already on this server stays. It is not updated from here, and no limits apply to it.',
  },
  installed: 'Installed',
  empty: {
    PLUGIN: 'There are no plugins yet. Find some below, or upload .jar files to the folder “plugins”.',
    MOD: 'There are no mods yet. Find some below, or upload .jar files to the folder “mods”.',
    DATA_PACK: 'There are no data packs yet. Find some below, or upload .zip files to the folder “world/datapacks”.',
  } satisfies Record<AddonKind, string>,
  more: (count: number) =>
    plural(count, { one: '{n} more file is in the file manager.', other: '{n} more files are in the file manager.' }),
  unknown: 'Not on Modrinth',
  off: 'Off',
  newer: (version: string) => `Update: ${version}`,
  update: 'Update',
  enable: 'Turn on',
  disable: 'Turn off',
  remove: 'Remove',
  /** For screen readers: what the button is about. */
  of: (action: string, name: string) => `${action}: ${name}`,
  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: 'The file is deleted. Its own settings and data stay in their folder.',
    cancel: 'Keep',
  },
  unrecognised: {
    title: 'Modrinth cannot be reached',
    text: 'The files are listed by their names alone, and updates are not known. Try again later.',
  },
  restart: {
    title: 'Restart to apply the changes',
    text: 'The running server still works with what was there when it started.',
  },
  stopFirst: {
    title: 'Stop the server first',
    text: 'Data packs are part of the world, which cannot be changed while the server runs.',
  },
  search: {
    title: 'Find on Modrinth',
    fits: (server: string) => `Only what fits ${server} is shown.`,
    label: 'Search',
    hint: 'By name or by what it does',
    none: 'Nothing that fits was found. Try other words.',
    by: (author: string) => `by ${author}`,
    downloads: (count: number) => plural(count, { one: '{n} download', other: '{n} downloads' }),
    install: 'Install',
    installed: 'Installed',
    open: 'On Modrinth',
  },
  order: {
    RUNNING: (title: string) => `${title} is being installed`,
    DONE: (title: string) => `${title} has been installed`,
    FAILED: (title: string) => `${title} was not installed`,
    progress: 'Installation',
  },
  problems: {
    UNREACHABLE: () => 'Modrinth did not answer as expected. Try again later.',
    NO_VERSION: (subject) =>
      subject === null ? 'There is no version for your server.' : `There is no version of ${subject} for your server.`,
    DAMAGED: () => 'The downloaded file was not the one that Modrinth announced, so it was thrown away.',
    CONFLICT: (subject) =>
      `It does not work together with ${subject ?? 'another plugin'}. Turn that off or remove it first.`,
    TAKEN: (subject) => `There is already another file called ${subject ?? 'so'}. Remove or rename it first.`,
    QUOTA: () => 'There is no room left in your plan. Delete files that you do not need.',
    DISK: () => 'The machine is short of disk space. The operator has been notified.',
    RUNNING: () => 'The server has been started. Stop it and try again.',
    KERNEL: () => 'The kernel has been changed, and the new one does not run this.',
    UNBOUNDED: (subject) =>
      `It needs ${subject ?? 'WorldEdit'}, whose limits cannot be enforced on Fabric. Switch the server to Paper or Purpur to build with commands.`,
    FAULT: () => 'Something went wrong on our side. Try again later.',
  } as Record<AddonProblem, (subject: string | null) => string>,
};
