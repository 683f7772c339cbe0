export { copyForGuests } from './copy-for-guests.ts';
export { freePort, isPortFree } from './free-port.ts';
export { guestCluster } from './guests.ts';
export { takeLock, type Lock } from './lock.ts';
export { startPostgres, type Postgres, type PostgresOptions } from './postgres.ts';
export { runningPostgresUrl } from './running-postgres.ts';
export { signalProcess } from './signal-process.ts';
export { systemUser, type SystemUser } from './system-user.ts';
export { startTestPostgres, type TestPostgres } from './test-postgres.ts';
