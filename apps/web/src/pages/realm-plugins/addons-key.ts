/** Of what the page shows of a realm's plugins and packs. */
export const addonsKey = (realmId: string) => ['addons', realmId] as const;
