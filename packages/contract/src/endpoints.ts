import { accountEndpoints } from './account-endpoints.ts';
import { type EndpointName, routes } from './routes.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { modpackEndpoints } from './modpacks.ts';
import { addonEndpoints } from './realm-addons.ts';
import { activityEndpoints } from './realm-activity.ts';
import { backupEndpoints } from './realm-backups.ts';
import { consoleEndpoints } from './realm-console.ts';
import { realmEndpoints } from './realm-endpoints.ts';
import { fileEndpoints } from './realm-files.ts';
import { databaseEndpoints } from './realm-databases.ts';
import { kernelEndpoints } from './realm-kernel.ts';
import { playerEndpoints } from './realm-players.ts';
import { scheduleEndpoints } from './realm-schedules.ts';
import { landEndpoints } from './realm-land.ts';
import { logEndpoints } from './realm-logs.ts';
import { mapEndpoints } from './realm-maps.ts';
import { shopEndpoints } from './shop-endpoints.ts';
import { sshKeyEndpoints } from './ssh-keys.ts';
import { uploadEndpoints } from './uploads.ts';

const schemas = {
  ...accountEndpoints,
  ...sshKeyEndpoints,
  ...shopEndpoints,
  ...realmEndpoints,
  ...activityEndpoints,
  ...consoleEndpoints,
  ...mapEndpoints,
  ...uploadEndpoints,
  ...backupEndpoints,
  ...databaseEndpoints,
  ...kernelEndpoints,
  ...addonEndpoints,
  ...modpackEndpoints,
  ...scheduleEndpoints,
  ...playerEndpoints,
  ...fileEndpoints,
  ...logEndpoints,
  ...landEndpoints,
} as const satisfies Record<EndpointName, EndpointSchemas>;

export type Endpoints = { [Name in EndpointName]: (typeof schemas)[Name] & { route: (typeof routes)[Name] } };

/** Every call with its schemas. Each `{name}` in a path is a UUID, unless the entry has `params`. */
export const endpoints = Object.fromEntries(
  Object.entries(routes).map(([name, route]) => [name, { ...schemas[name as EndpointName], route }]),
) as unknown as Endpoints;
