import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeLocalPlace } from '../../test/local-place.ts';
import { describeRuntime } from '../conformance.ts';
import type { ServerProgram } from './process/launch.ts';

/** A path and no import: the driver knows of the app only what its launch.json says. The program is there after the build. */
const app = new URL('../../../../apps/realm-server/', import.meta.url);
const launch = JSON.parse(readFileSync(new URL('launch.json', app), 'utf8')) as Omit<ServerProgram, 'nodePath'>;
const shipped = (file: string): string => fileURLToPath(new URL(file, app));
const realmServer = { ...launch, entry: shipped(launch.entry), fileAgent: shipped(launch.fileAgent) };

describeRuntime('local', async () => ({
  ...(await makeLocalPlace(realmServer)),
  map: 'meadow',
  unknownMap: 'nowhere',
  sayCommand: 'say',
}));
