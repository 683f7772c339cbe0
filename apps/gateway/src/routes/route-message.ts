import type {
  GatewayEndpoint,
  GatewayMessage,
  GatewayProof,
  GatewayRoute,
  RouteAnswer,
} from '@realmkeep/contract/gateway';

/** The states and languages, as tables, so that a new one in the contract does not compile until it is added here. */
const states = Object.keys({
  READY: true,
  STARTING: true,
  WAITING: true,
  STOPPED: true,
  SLEEPING: true,
  BLOCKED: true,
  FAILED: true,
} satisfies Record<GatewayRoute['state'], true>);
const languages = Object.keys({ en: true, ru: true, pl: true } satisfies Record<GatewayRoute['language'], true>);

const maxTextLength = 255;
const maxPathLength = 4096;

/** Parses one line of the routes stream, or the snapshot on disk. Throws an Error that names the wrong field. */
export function parseGatewayMessage(json: string): GatewayMessage {
  const message = asObject(JSON.parse(json), 'message');
  switch (message.type) {
    case 'routes':
      if (!Array.isArray(message.routes)) throw new Error('routes is not a list');
      return { type: 'routes', routes: message.routes.map(parseRoute) };
    case 'route':
      return { type: 'route', route: parseRoute(message.route) };
    case 'gone':
      return { type: 'gone', realmId: asText(message.realmId, 'realmId') };
    case 'absent':
      return { type: 'absent', address: asText(message.address, 'address') };
    default:
      throw new Error('unknown message type');
  }
}

/** Throws an Error that names the wrong field. */
export function parseRouteAnswer({ route }: Partial<RouteAnswer>): GatewayRoute | null {
  return route === null ? null : parseRoute(route);
}

function parseRoute(value: unknown): GatewayRoute {
  const route = asObject(value, 'route');
  const { state, language } = route;
  if (!isState(state)) throw new Error('unknown state');
  if (!isLanguage(language)) throw new Error('unknown language');
  return {
    realmId: asText(route.realmId, 'realmId'),
    address: asText(route.address, 'address').toLowerCase(),
    name: asText(route.name, 'name'),
    ...(route.description === undefined ? {} : { description: asText(route.description, 'description') }),
    language,
    state,
    endpoint: route.endpoint === null ? null : parseEndpoint(route.endpoint),
    // A snapshot on disk may be older than this field.
    reason: (route.reason ?? null) === null ? null : asText(route.reason, 'reason'),
    ...(Number.isInteger(route.place) ? { place: route.place as number } : {}),
    wakers: route.wakers === 'MANAGERS' ? 'MANAGERS' : 'EVERYONE',
    slots: Number.isInteger(route.slots) ? (route.slots as number) : null,
  };
}

function parseEndpoint(value: unknown): GatewayEndpoint {
  const { host, port, path, proxyProtocol, proof } = asObject(value, 'endpoint');
  if (typeof proxyProtocol !== 'boolean') throw new Error('endpoint.proxyProtocol is no boolean');
  if (path !== undefined) return { path: asPath(path), proxyProtocol };
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error('endpoint.port is no port');
  }
  const at = { host: asText(host, 'endpoint.host'), port, proxyProtocol };
  return proof === undefined ? at : { ...at, proof: parseProof(proof) };
}

function parseProof(value: unknown): GatewayProof {
  const { realmId, run, key } = asObject(value, 'endpoint.proof');
  if (typeof realmId !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(realmId)) {
    throw new Error('endpoint.proof.realmId is no UUID');
  }
  if (typeof run !== 'number' || !Number.isSafeInteger(run) || run < 0)
    throw new Error('endpoint.proof.run is no number');
  if (typeof key !== 'string' || !/^[0-9a-f]{64}$/.test(key)) throw new Error('endpoint.proof.key is no key');
  return { realmId, run, key };
}

function asPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > maxPathLength || value.includes('\0')) {
    throw new Error('endpoint.path is no absolute path');
  }
  return value;
}

function asObject(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error(`${field} is no object`);
  return value as Record<string, unknown>;
}

function asText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '' || value.length > maxTextLength) {
    throw new Error(`${field} is no text of 1 to ${maxTextLength} characters`);
  }
  return value;
}

function isState(value: unknown): value is GatewayRoute['state'] {
  return typeof value === 'string' && states.includes(value);
}

function isLanguage(value: unknown): value is GatewayRoute['language'] {
  return typeof value === 'string' && languages.includes(value);
}
