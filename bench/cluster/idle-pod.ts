// The main process of a pod whose realm does nothing: it says hello, obeys its api and reports as often as an idle realm
// (apps/realm-server/src/realm.ts), but has no world. One machine has room for hundreds of these.
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
  // It never falls asleep because it always reports a player.
  for (const [realmId, { state }] of runtime.place.realms)
    if (state?.phase === 'READY') runtime.emitState(realmId, { emptySince: null });
}, tellEveryMs);
