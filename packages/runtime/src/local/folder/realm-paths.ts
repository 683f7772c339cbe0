import { join } from 'node:path';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** The paths of one realm. Those under `driver` belong to the driver's user and are out of the realm's reach. */
export interface RealmPaths {
  folder: string;
  world: string;
  spec: string;
  /** What the process writes to its standard outputs. */
  log: string;
  /** The console's log, written by realm-server. */
  console: string;
  driver: string;
  lock: string;
  /** Which process runs the realm, or ran it last. */
  run: string;
  /** Present when the running process has been asked to end. */
  asked: string;
  /** How the last process ended. */
  exit: string;
  /** Written by the wrapper process about the running one. */
  info: string;
  /** Unix sockets: the running process's control interface, only for the driver, and the file agent of this driver process. */
  control: string;
  fileAgent: string;
  /** Where game clients are served, for the gateway's user alone. */
  game: string;
}

export const driverFolder = '.driver';
/** Of the sockets for the gateway. */
export const gameFolder = '.game';
export const trashPrefix = '.trash-';

export function isRealmId(name: string): boolean {
  return uuid.test(name);
}

/** @throws TypeError unless the id is a UUID in lower case: it becomes a path. */
export function realmPaths(dir: string, realmId: string): RealmPaths {
  if (!isRealmId(realmId)) throw new TypeError('a realm id is a UUID in lower case');
  const folder = join(dir, realmId);
  const driver = join(dir, driverFolder, realmId);
  return {
    folder,
    world: join(folder, 'world'),
    spec: join(folder, 'spec.json'),
    log: join(folder, 'run.log'),
    console: join(folder, 'logs', 'console.log'),
    driver,
    lock: join(driver, 'lock'),
    run: join(driver, 'run'),
    asked: join(driver, 'asked'),
    exit: join(driver, 'exit.json'),
    info: join(driver, 'info'),
    control: join(driver, 'control'),
    fileAgent: join(driver, `file-agent-${process.pid}`),
    game: join(dir, gameFolder, realmId),
  };
}
