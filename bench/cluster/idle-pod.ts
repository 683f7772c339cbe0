// The first process of a pod with a realm that does nothing: it says hello, does what its api asks, and tells of itself as often as one in which
// nobody plays (apps/realm-server/src/realm.ts), but has no world. Of these one machine has room for hundreds.
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { sayHello } from '@realmkeep/runtime/pod';
import pino from 'pino';
import { readSettingsOrEnd } from '../../apps/host/src/config.ts';
import { serveRealms } from '../../apps/host/src/serve-realms.ts';

const tellEveryMs = 10_000;

process.on('SIGTERM', () => process.exit(0));
const config = readSettingsOrEnd();
const runtime = createFakeRuntime();
let isMet = false;
await serveRealms(config, runtime, pino({ level: config.logLevel }), {
  around: (listener) => (request, response) => {
    isMet = true;
    listener(request, response);
  },
});
if (config.helloTo !== null) void sayHello(config.helloTo, config.key, config.host, () => isMet);

setInterval(() => {
  // It never sleeps, as it is never empty by what it says.
  for (const [realmId, { state }] of runtime.place.realms)
    if (state?.phase === 'READY') runtime.emitState(realmId, { emptySince: null });
}, tellEveryMs);
