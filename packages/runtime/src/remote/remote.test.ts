import { describeRuntime } from '../conformance.ts';
import { createFakeRuntime } from '../fake/fake-runtime.ts';
import { fleetOf, inTurns, startFakeHost } from '../../test/remote-place.ts';

describeRuntime('remote, by TLS to two hosts', async () => {
  const hosts = await Promise.all([startFakeHost(), startFakeHost()]);
  const placement = inTurns(hosts);
  return {
    driver: () => fleetOf(hosts, placement),
    kill: async (realmId) => {
      const host = hosts.find(({ id }) => id === placement.placed.get(realmId));
      if (host) createFakeRuntime({ place: host.place }).crash(realmId, { signal: 'SIGKILL' });
    },
    map: 'plains',
    unknownMap: 'nowhere',
    sayCommand: 'say',
    [Symbol.asyncDispose]: async () => {
      for (const host of hosts) await host[Symbol.asyncDispose]();
    },
  };
});
