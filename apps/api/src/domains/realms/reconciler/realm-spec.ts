import { type Language, type Tier, tierLimits, withoutOwnerMinutes } from '@realmkeep/contract';
import type { DiskLimits, JavaKernelName, JavaServer, RealmSettings, RealmSpec } from '@realmkeep/realm-protocol';
import { accessOf } from '../players/access-of.ts';
import type { RealmRow } from '../realm-queries.ts';
import { chosenOf } from '../setting-columns.ts';

/** What one realm of a tier may use of the processor; of the memory its plan says it. */
const cores: Record<Tier, number> = { CHICKEN: 0.5, ZOMBIE: 1, GHAST: 1.5, DRAGON: 2 };

/** Threads count as well, of which Node has about a dozen, and a server in Java a hundred and more. */
const processes = { node: 64, java: 320 };

/** Twice the files that the tier allows: beside what there is, a restored world must have room. */
function diskLimits({ ownerTier }: Pick<RealmRow, 'ownerTier'>): DiskLimits {
  const { bytes, files } = tierLimits[ownerTier as Tier].files;
  return { bytes: 2 * bytes, files: 2 * files };
}

/** A server in Java with its jar. */
export interface RunnableServer {
  /** How it is run: an owner's jar like Paper, or like the game's own server. */
  as: JavaKernelName;
  server: JavaServer;
}

/** A start that takes longer is given up. A server in Java may have to turn every chunk into its own version's first. */
export function startMs({ kernel }: Pick<RealmRow, 'kernel'>): number {
  return kernel === 'sandbox' ? 60_000 : 5 * 60_000;
}

/** For how long the realm runs at a time; null: without end. */
export function runMs({ ownerTier }: Pick<RealmRow, 'ownerTier'>): number | null {
  const { shutdownMinutes } = tierLimits[ownerTier as Tier];
  return shutdownMinutes === null ? null : shutdownMinutes * 60_000;
}

/** For how long players may be on the realm without a manager; null: for ever. */
export function unmanagedMs({ ownerTier }: Pick<RealmRow, 'ownerTier'>): number | null {
  return tierLimits[ownerTier as Tier].stopsWithoutOwner ? withoutOwnerMinutes * 60_000 : null;
}

/** What the list says after the realm's name, in its owner's language. */
const hostedBy: Record<Language, (site: string) => string> = {
  en: (site) => `hosted free on ${site}`,
  ru: (site) => `бесплатно на ${site}`,
  pl: (site) => `bezpłatnie na ${site}`,
};

/**
 * @param site the host that players know the installation by
 * @param closesAt when the present run is over by the plan; null: never, or not known yet
 */
export function settingsOf(row: RealmRow, site: string, closesAt: number | null): RealmSettings {
  const { advertisement, weather, editBlocks, kits, highlightedNickname, personalPrefix, otherWorlds } =
    tierLimits[row.ownerTier as Tier];
  const advertised = advertisement ? site : null;
  return {
    ...chosenOf(row),
    borderDiameter: row.border_diameter,
    motd: advertised === null ? row.name : `${row.name} · ${hostedBy[row.ownerLanguage as Language](advertised)}`,
    description: row.description,
    resourcePack: packOf(row),
    managers: row.managers.map(({ nickname, epoch }) => ({ nickname, epoch })),
    access: accessOf(row),
    plan: {
      closesAt,
      unmanagedMs: unmanagedMs(row),
      advertised,
      weather,
      editBlocks,
      kits,
      highlightedNickname,
      personalPrefix,
      otherWorlds,
    },
  };
}

/** Kept under a smaller tier, but not offered. */
function packOf({
  ownerTier,
  resource_pack_url: url,
  resource_pack_sha1: sha1,
}: RealmRow): RealmSettings['resourcePack'] {
  return url !== null && sha1 !== null && tierLimits[ownerTier as Tier].resourcePacks ? { url, sha1 } : null;
}

/**
 * The spec of a realm for the driver.
 * @param java the jar and Java of a Java server, and how it is run; undefined for the built-in server
 */
export function specOf(row: RealmRow, site: string, java: RunnableServer | undefined): RealmSpec {
  return {
    realmId: row.id,
    number: row.number,
    kernel: java?.as ?? 'sandbox',
    ...(java ? { java: java.server } : {}),
    map: row.map,
    ...(row.seed === null ? {} : { seed: row.seed }),
    hasRun: row.began_at !== null,
    settings: settingsOf(row, site, null),
    limits: {
      memoryMiB: row.memoryMiB,
      cores: cores[row.ownerTier as Tier],
      processes: java ? processes.java : processes.node,
      disk: diskLimits(row),
    },
  };
}
