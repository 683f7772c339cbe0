import { encodeLegacyStatus, encodeStatusResponse } from '@realmkeep/protocol';
import type { LegacyPing, LegacyStatus } from '@realmkeep/protocol';
import type { Destination } from '../routes/resolve.ts';
import { legacyProtocol } from './legacy-fields.ts';
import type { StatusCache } from './status-cache.ts';
import { listMessageFor } from './messages.ts';
import type { Answer } from './messages.ts';

const versionName = 'Realmkeep';

/** The status packet for a modern client: the realm's own, or a message. */
export async function statusAnswer(
  destination: Destination,
  protocolVersion: number,
  statuses: StatusCache,
): Promise<Buffer> {
  if (destination.kind === 'message') return messageStatus(destination.answer, protocolVersion);
  const status = await statuses.get(destination.route, destination.endpoint, destination.hostname);
  return status?.frame ?? messageStatus({ reason: 'silent', route: destination.route }, protocolVersion);
}

/** The kick packet that is the status for a legacy client. */
export async function legacyStatusAnswer(
  destination: Destination,
  form: LegacyPing['form'],
  statuses: StatusCache,
): Promise<Buffer> {
  if (destination.kind === 'message') return encodeLegacyStatus(form, legacyMessage(destination.answer));
  const status = await statuses.get(destination.route, destination.endpoint, destination.hostname);
  return encodeLegacyStatus(form, status?.legacy ?? legacyMessage({ reason: 'silent', route: destination.route }));
}

/** Returns the client's own version, so that it shows the message and not that it is outdated. */
function messageStatus(answer: Answer, protocolVersion: number): Buffer {
  return encodeStatusResponse({
    version: { name: versionName, protocol: protocolVersion },
    players: { max: 0, online: 0 },
    description: { text: listMessageFor(answer) },
  });
}

function legacyMessage(answer: Answer): LegacyStatus {
  return {
    protocol: legacyProtocol,
    version: versionName,
    description: listMessageFor(answer).replaceAll('\n', ' '),
    online: 0,
    max: 0,
  };
}
