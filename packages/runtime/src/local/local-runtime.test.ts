import { makeLocalPlace, realmServer } from '../../test/local-place.ts';
import { describeRuntime } from '../conformance.ts';

describeRuntime('local', async () => ({
  ...(await makeLocalPlace(realmServer)),
  map: 'meadow',
  unknownMap: 'nowhere',
  sayCommand: 'say',
}));
