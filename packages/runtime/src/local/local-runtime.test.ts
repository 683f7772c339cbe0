import { describeRuntime } from '../conformance.ts';
import { makeLocalPlace } from '../../test/local-place.ts';

describeRuntime('local', async () => ({
  ...(await makeLocalPlace()),
  map: 'plains',
  unknownMap: 'unknown',
  sayCommand: 'say',
}));
