import type { GatewayEndpoint } from '@realmkeep/contract/gateway';
import { encodeProxyV2, proveGateway, type ProxyHeader } from '@realmkeep/protocol';

/** The first bytes that a realm gets about a connection, with the proof that its host asks for. */
export function proxyHeaderFor(endpoint: GatewayEndpoint, header: ProxyHeader): Buffer {
  const bytes = encodeProxyV2(header);
  if (!('proof' in endpoint) || endpoint.proof === undefined) return bytes;
  const { realmId, run, key } = endpoint.proof;
  return proveGateway(bytes, { realmId, run, at: Date.now() }, Buffer.from(key, 'hex'));
}
