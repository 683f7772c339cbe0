import type { LoginCode, RealmSpec, RealmState } from '@realmkeep/realm-protocol';
import { NoticeHub } from '../notice-hub.ts';
import type { RealmExit, ObservedState } from '../runtime.ts';
import type { FakeConsole } from './fake-console.ts';
import { FakeFolders } from './fake-files.ts';
import { type FakeArchives, jsonArchives } from './json-archives.ts';

/** Of realm number n, were anybody there: n more. */
const firstPort = 25_500;

/** A fake realm that is not absent. */
export interface FakeRealm {
  spec: RealmSpec;
  fencingToken: number;
  startedAt: number;
  silentSince: number | null;
  /** Null when it has ended. */
  state: RealmState | null;
  exit: RealmExit | null;
  /** Every command it was given, the last 1000. */
  commands: string[];
  /** The codes that this run expects, by nickname in lower case. */
  loginCodes: Map<string, LoginCode>;
}

/** Where fake realms run. Two drivers over one place see the same realms, as after a restart of the api. */
export interface FakePlace {
  readonly realms: Map<string, FakeRealm>;
  /** Realms that stay STARTING. */
  readonly held: Set<string>;
  readonly hub: NoticeHub;
  readonly folders: FakeFolders;
  readonly archives: FakeArchives;
  /** By the realm's id. */
  readonly consoles: Map<string, FakeConsole>;
}

export function createFakePlace(archives: FakeArchives = jsonArchives): FakePlace {
  return {
    realms: new Map(),
    held: new Set(),
    hub: new NoticeHub(),
    folders: new FakeFolders(),
    archives,
    consoles: new Map(),
  };
}

export function observedStateOf(realmId: string, realm: FakeRealm): ObservedState {
  const { spec, fencingToken, startedAt, silentSince, state, exit } = realm;
  return structuredClone({
    realmId,
    fencingToken,
    phase: state?.phase ?? 'EXITED',
    startedAt: state === null ? null : startedAt,
    silentSince: state === null ? null : silentSince,
    lostSince: null,
    endpoint:
      state?.phase === 'READY' ? { host: '127.0.0.1', port: firstPort + spec.number, proxyProtocol: true } : null,
    state,
    exit,
  });
}
