const key = 'afterLinking';
const creation = 'realm-create';

/** The player wanted to create a realm but has to link a chat account first. Remembered in this tab during the visit to the platform. */
export function rememberCreation(): void {
  sessionStorage.setItem(key, creation);
}

export function wasCreating(): boolean {
  return sessionStorage.getItem(key) === creation;
}

export function forgetCreation(): void {
  sessionStorage.removeItem(key);
}
