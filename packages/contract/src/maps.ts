/** The official worlds, in the order in which they are offered. */
export const officialMaps = ['meadow', 'islands', 'canyon'] as const;
export type OfficialMap = (typeof officialMaps)[number];
