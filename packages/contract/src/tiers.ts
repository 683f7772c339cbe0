export const tiers = ['CHICKEN', 'ZOMBIE', 'GHAST', 'DRAGON'] as const;
export type Tier = (typeof tiers)[number];

/** What a tier allows. Lengths in blocks; null means no limit. */
export interface TierLimits {
  realms: number;
  slots: number | null;
  /** The side of the square that players may enter. */
  borderDiameter: number;
  /** May make realms of worlds of one's own (type COMMUNITY). */
  communityMaps: boolean;
}

/** The one table of tier limits. */
export const tierLimits: Record<Tier, TierLimits> = {
  CHICKEN: { realms: 1, slots: 2, borderDiameter: 500, communityMaps: false },
  ZOMBIE: { realms: 2, slots: 5, borderDiameter: 1500, communityMaps: false },
  GHAST: { realms: 5, slots: 10, borderDiameter: 3000, communityMaps: false },
  DRAGON: { realms: 10, slots: null, borderDiameter: 4000, communityMaps: true },
};
