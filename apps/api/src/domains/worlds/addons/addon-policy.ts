import { type AddonKind, addonFolders, addonsOf, fileNameProblem, type KernelKind } from '@realmkeep/contract';
import type { Fit } from '../../../integrations/modrinth/modrinth.ts';
import type { Version, VersionFile } from '../../../integrations/modrinth/modrinth-answers.ts';

/** The loaders whose add-ons a server takes: also those of the servers that it descends from. */
const loaders: Record<AddonKind, (kernel: KernelKind) => readonly string[]> = {
  PLUGIN: (kernel) => [...(kernel === 'purpur' ? ['purpur'] : []), 'paper', 'spigot', 'bukkit'],
  MOD: () => ['fabric'],
  DATA_PACK: () => ['datapack'],
};
const endings: Record<AddonKind, string> = { PLUGIN: '.jar', MOD: '.jar', DATA_PACK: '.zip' };
/** What a server does not load. */
const off = '.disabled';
const maxNameBytes = 200;
/** Far above every plugin. */
const maxBytes = 256 * 1024 * 1024;

interface Server {
  kernel: string;
  kernel_version: string;
}

/** What the realm's server takes of a kind; null: nothing. */
export function fitOf(kind: AddonKind, { kernel: name, kernel_version: game }: Server): Fit | null {
  const kernel = name as KernelKind;
  return addonsOf[kernel].includes(kind) ? { loaders: loaders[kind](kernel), game } : null;
}

/** Whether a file in the folder of the kind is an add-on, on or off. */
export function isAddonFile(kind: AddonKind, name: string): boolean {
  return withoutOff(name).toLowerCase().endsWith(endings[kind]) && fileNameProblem(name) === null;
}

export function isEnabled(name: string): boolean {
  return !name.endsWith(off);
}

/** The name of a file that is on or off, as it is when it is the one or the other. */
export function switchedName(name: string, enabled: boolean): string {
  return enabled ? withoutOff(name) : `${withoutOff(name)}${off}`;
}

export function addonPath(kind: AddonKind, name: string): string {
  return `${addonFolders[kind]}/${name}`;
}

/** The file of a version that is put into the folder; null where none has a name and a size that can be. */
export function fileOf(kind: AddonKind, { files }: Version): VersionFile | null {
  const usable = files.filter(
    ({ filename, size, url }) =>
      isEnabled(filename) &&
      isAddonFile(kind, filename) &&
      !filename.startsWith('.') &&
      Buffer.byteLength(filename) <= maxNameBytes &&
      size <= maxBytes &&
      URL.canParse(url),
  );
  return usable.find(({ primary }) => primary) ?? usable[0] ?? null;
}

/** Whether a version was released after the installed one. */
export function isNewer(version: Version, present: Version): boolean {
  return version.id !== present.id && Date.parse(version.date_published) > Date.parse(present.date_published);
}

function withoutOff(name: string): string {
  return name.endsWith(off) ? name.slice(0, -off.length) : name;
}
