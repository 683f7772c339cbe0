import type { LegacyStatus } from '@realmkeep/protocol';

/** Higher than any legacy client's own number: the client shows the version's name, and that it cannot join. */
export const legacyProtocol = 127;

const maxDepth = 8;

/** The fields of the legacy answer, from a modern status's JSON. Throws SyntaxError when it is not JSON. */
export function legacyFields(json: string): LegacyStatus {
  const status = fieldsOf(JSON.parse(json));
  const players = fieldsOf(status.players);
  const version = fieldsOf(status.version);
  return {
    protocol: legacyProtocol,
    version: typeof version.name === 'string' ? version.name : '',
    // Legacy clients show one line.
    description: plainText(status.description, maxDepth).replaceAll('\n', ' '),
    online: count(players.online),
    max: count(players.max),
  };
}

/** The text of a chat component and its children, without styles. */
function plainText(chat: unknown, depth: number): string {
  if (typeof chat === 'string') return chat;
  if (depth === 0 || typeof chat !== 'object' || chat === null) return '';
  if (Array.isArray(chat)) return chat.map((part) => plainText(part, depth - 1)).join('');
  const { text, extra } = fieldsOf(chat);
  return plainText(text, depth - 1) + plainText(extra, depth - 1);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}
