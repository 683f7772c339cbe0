import { encodeLegacyStatus, encodeStatusResponse } from '@realmkeep/protocol';
import type { LegacyPing, LegacyStatus } from '@realmkeep/protocol';
import type { Destination } from '../routes/resolve.ts';
import { legacyProtocol } from './legacy-fields.ts';
import type { StatusCache } from './status-cache.ts';
import { wordsFor } from './words.ts';
import type { Answer } from './words.ts';

const versionName = 'Realmkeep';

/** The status packet for a modern client: the realm's own, or words. */
export async function statusAnswer(
  destination: Destination,
  protocolVersion: number,
  statuses: StatusCache,
): Promise<Buffer> {
  if (destination.kind === 'words') return statusInWords(destination.answer, protocolVersion);
  const status = await statuses.get(destination.route, destination.endpoint, destination.hostname);
  return status?.frame ?? statusInWords({ reason: 'silent', route: destination.route }, protocolVersion);
}

/** The kick packet that is the status for a legacy client. */
export async function legacyStatusAnswer(
  destination: Destination,
  form: LegacyPing['form'],
  statuses: StatusCache,
): Promise<Buffer> {
  if (destination.kind === 'words') return encodeLegacyStatus(form, legacyWords(destination.answer));
  const status = await statuses.get(destination.route, destination.endpoint, destination.hostname);
  return encodeLegacyStatus(form, status?.legacy ?? legacyWords({ reason: 'silent', route: destination.route }));
}

/** The client's own version is sent back, so that it shows the words and not that it is outdated. */
function statusInWords(answer: Answer, protocolVersion: number): Buffer {
  return encodeStatusResponse({
    version: { name: versionName, protocol: protocolVersion },
    players: { max: 0, online: 0 },
    description: { text: wordsFor(answer) },
  });
}

function legacyWords(answer: Answer): LegacyStatus {
  return {
    protocol: legacyProtocol,
    version: versionName,
    description: wordsFor(answer),
    online: 0,
    max: 0,
  };
}
