import type { ServerMessage } from '@realmkeep/contract';

/** A message of the socket, or null for what this page does not understand (a newer server may say more). */
export function readLiveMessage(data: unknown): ServerMessage | null {
  const message = parse(data);
  if (!isObject(message)) return null;
  switch (message['type']) {
    case 'ready':
      return { type: 'ready' };
    case 'accountChanged':
      return { type: 'accountChanged' };
    case 'realmChanged':
      return typeof message['id'] === 'string' ? { type: 'realmChanged', id: message['id'] } : null;
    case 'realmBackupsChanged':
      return typeof message['id'] === 'string' ? { type: 'realmBackupsChanged', id: message['id'] } : null;
    case 'realmKernelChanged':
      return typeof message['id'] === 'string' ? { type: 'realmKernelChanged', id: message['id'] } : null;
    case 'consoleOpened':
    case 'consoleClosed':
      return typeof message['id'] === 'string' ? (message as ServerMessage) : null;
    case 'consoleLines':
      return typeof message['id'] === 'string' && Array.isArray(message['lines']) ? (message as ServerMessage) : null;
    case 'realmLive':
      // The server checks its messages against the contract; here only the outline is checked.
      return isLive(message['realm']) ? (message as ServerMessage) : null;
    default:
      return null;
  }
}

function parse(data: unknown): unknown {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

function isLive(value: unknown): boolean {
  return isObject(value) && typeof value['id'] === 'string' && Array.isArray(value['players']);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
