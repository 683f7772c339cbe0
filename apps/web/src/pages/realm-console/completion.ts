export interface Command {
  name: string;
  /** Words, choices separated by bars, <required> and [optional] arguments. */
  usage: string;
}

const most = 8;
const parts = /(?:\[[^\]]*\]|<[^>]*>|[^\s[<])+/g;

/**
 * Completions of the last word of a line, best first, at most eight.
 * @param players who are online
 */
export function completions(line: string, commands: readonly Command[], players: readonly string[]): string[] {
  const messages = line.trimStart().replace(/^\//, '').split(/\s+/);
  const begun = messages.at(-1) ?? '';
  const command = commands.find(({ name }) => name === messages[0]?.toLowerCase());
  const all = messages.length === 1 ? commands.map(({ name }) => name) : choices(command, messages.length - 2, players);
  return all
    .filter((word) => word.toLowerCase().startsWith(begun.toLowerCase()) && word !== begun)
    .toSorted((one, other) => one.localeCompare(other))
    .slice(0, most);
}

/** The line with its last word replaced. */
export function completed(line: string, word: string): string {
  return line.replace(/[^\s/]*$/, '') + word;
}

function choices(command: Command | undefined, index: number, players: readonly string[]): readonly string[] {
  const part = command?.usage.match(parts)?.[index];
  if (part === undefined) return [];
  if (/player/.test(part)) return players;
  // In brackets and without a choice: a placeholder.
  if (/^\[[^|]*\]$/.test(part)) return [];
  return part
    .split('|')
    .map((word) => word.replace(/[[\]]/g, ''))
    .filter((word) => /^\w+$/.test(word));
}
