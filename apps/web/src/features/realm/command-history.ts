const key = 'consoleHistory';
const mostCommands = 50;
const mostRealms = 10;

/** By realm, the one that was used last at the end. */
function read(): Map<string, string[]> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return new Map(Array.isArray(kept) ? (kept as [string, string[]][]) : []);
  } catch {
    return new Map();
  }
}

/** The commands that were sent to a realm from this browser, oldest first. */
export function commandHistory(realmId: string): string[] {
  const kept: unknown = read().get(realmId);
  return Array.isArray(kept) ? kept.filter((command) => typeof command === 'string') : [];
}

/** @returns the history with it at the end, and nowhere else */
export function rememberCommand(realmId: string, command: string): string[] {
  const commands = [...commandHistory(realmId).filter((other) => other !== command), command].slice(-mostCommands);
  const realms = read();
  realms.delete(realmId);
  realms.set(realmId, commands);
  try {
    localStorage.setItem(key, JSON.stringify([...realms].slice(-mostRealms)));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
  return commands;
}

/** Another account may use the browser next. */
export function forgetCommands(): void {
  localStorage.removeItem(key);
}
