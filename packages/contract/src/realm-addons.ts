import { z } from 'zod';
import { addonKinds, addonPages, addonPageSize, addonProblems } from './addon-rules.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { kernelKinds } from './kernel-rules.ts';
import type { EndpointName } from './routes.ts';
import { noHiddenSigns, oneLine } from './texts.ts';

const kind = z.enum(addonKinds);
/** As Modrinth names projects and their versions. */
export const modrinthId = z.string().regex(/^[A-Za-z0-9]{1,32}$/);
const page = z.coerce
  .number()
  .int()
  .min(0)
  .max(addonPages - 1)
  .default(0);

/** What Modrinth says about a project, without invisible characters. */
const AddonProject = z.object({ id: modrinthId, title: z.string() });

export const Addon = z.object({
  kind,
  /** The name of its file; one that is off ends in `.disabled`. */
  name: z.string(),
  enabled: z.boolean(),
  bytes: z.number(),
  /** Found by the file's hash; null if Modrinth does not know it, or could not be asked. */
  project: AddonProject.nullable(),
  version: z.string().nullable(),
  /** The newest version that fits the server; null if it is installed, or not known. */
  update: z.string().nullable(),
});
export type Addon = z.infer<typeof Addon>;

/** The last installation or update. */
export const AddonOrder = z.object({
  id: z.uuid(),
  kind,
  title: z.string(),
  state: z.enum(['RUNNING', 'DONE', 'FAILED']),
  /** A fraction; null if not known. */
  progress: z.number().min(0).max(1).nullable(),
  problem: z.enum(addonProblems).nullable(),
  /** What the problem is about, such as another project or file; null: the project itself. */
  subject: z.string().nullable(),
});
export type AddonOrder = z.infer<typeof AddonOrder>;

export const RealmAddons = z.object({
  kernel: z.enum(kernelKinds),
  version: z.string(),
  /** What the realm's server can run. */
  kinds: z.array(kind),
  addons: z.array(Addon),
  /** Files beyond the first 500 of a kind. */
  more: z.int(),
  /** Whether Modrinth could be asked about them. */
  recognised: z.boolean(),
  order: AddonOrder.nullable(),
  /** Whether the running server started before the last change. */
  needsRestart: z.boolean(),
});
export type RealmAddons = z.infer<typeof RealmAddons>;

export const AddonSearchQuery = z.object({
  kind,
  q: z.string().max(64).regex(oneLine).default(''),
  page,
});

export const AddonFound = AddonProject.extend({
  description: z.string(),
  author: z.string(),
  downloads: z.int(),
});
export type AddonFound = z.infer<typeof AddonFound>;

export const AddonSearch = z.object({ items: z.array(AddonFound).max(addonPageSize), total: z.int() });

export const AddonInstallBody = z.object({ kind, projectId: modrinthId });

const name = z.string().min(1).max(255).regex(oneLine).regex(noHiddenSigns);
export const AddonSwitchBody = z.object({ kind, name, enabled: z.boolean() });
export const AddonRemoveBody = z.object({ kind, name });

const changeErrors = [
  'realm_unknown',
  'rate_limited',
  'programs_off',
  'addon_kernel',
  'kernel_changing',
  'restore_running',
] as const;
const fileErrors = ['addon_installing', 'file_none', 'file_unknown', 'file_name_invalid', 'file_world_live'] as const;

/** The calls of plugins and data packs. */
export const addonEndpoints = {
  realmAddons: {
    summary: 'The plugins and data packs of a realm, recognised by their hashes, and the state of an installation',
    response: RealmAddons,
    errors: ['realm_unknown'],
  },
  realmAddonSearch: {
    summary: 'Search Modrinth for what fits a realm’s server',
    query: AddonSearchQuery,
    response: AddonSearch,
    errors: ['realm_unknown', 'rate_limited', 'addon_kernel', 'addon_unreachable'],
  },
  realmAddonInstall: {
    summary: 'Start installing or updating to the newest version of a project that fits, with its dependencies',
    body: AddonInstallBody,
    response: AddonOrder,
    status: 201,
    errors: [
      ...changeErrors,
      'addon_unbounded',
      'addon_unreachable',
      'addon_unknown',
      'addon_installing',
      'file_none',
      'file_world_live',
    ],
  },
  realmAddonSwitch: {
    summary: 'Turn a plugin or data pack on or off, by file name',
    body: AddonSwitchBody,
    response: z.null(),
    errors: [...changeErrors, ...fileErrors, 'file_exists'],
  },
  realmAddonRemove: {
    summary: 'Delete the file of a plugin or data pack',
    body: AddonRemoveBody,
    response: z.null(),
    errors: [...changeErrors, ...fileErrors],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
