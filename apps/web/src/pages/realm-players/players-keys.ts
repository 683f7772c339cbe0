export const playersKeys = {
  /** The beginning of each. */
  all: (realmId: string) => ['realm', realmId, 'players'],
  /** @param on who is on, with whom the list changes */
  visitors: (realmId: string, page: number, on: string) => [...playersKeys.all(realmId), 'seen', page, on],
  rules: (realmId: string, kind: string, page: number) => [...playersKeys.all(realmId), kind, page],
};
