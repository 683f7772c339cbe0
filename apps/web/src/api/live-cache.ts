import type {
  Realm,
  RealmHistory,
  RealmLists,
  RealmLive,
  RealmSample,
  RealmSummary,
  ServerMessage,
} from '@realmkeep/contract';
import { historySpanMs } from '@realmkeep/contract/realm-history';
import type { QueryClient } from '@tanstack/react-query';
import { isRefused } from './query-client.ts';
import { keys } from './query-keys.ts';

type PowerInfo = Omit<RealmLive, 'players' | 'worlds' | 'tps' | 'slots'>;

/**
 * The last live state of each realm, and when it came: an answer that was asked for before must not put an older one back.
 * As many entries as the account has realms.
 */
const received = new Map<string, { live: RealmLive; at: number }>();

/** A realm as fetched, with the live state that came by the socket since `asked` (of `performance.now()`). */
export function withNewerLive(realm: Realm, asked: number): Realm {
  const newer = received.get(realm.id);
  return newer && newer.at >= asked ? withLive(realm, newer.live) : realm;
}

/** The same for the list. */
export function listsWithNewerLive(lists: RealmLists, asked: number): RealmLists {
  return mapLists(lists, (summary) => {
    const newer = received.get(summary.id);
    return newer && newer.at >= asked ? summaryWithLive(summary, newer.live) : summary;
  });
}

/** Takes a message of the socket into what the pages show. */
export function applyLiveMessage(queries: QueryClient, message: ServerMessage): void {
  if (message.type === 'realmLive') {
    applyLive(queries, message.realm);
    if (message.sample) addSample(queries, message.realm.id, message.sample);
  }
  // The socket was opened again: what happened meanwhile is unknown.
  if (message.type === 'ready') {
    void queries.invalidateQueries({ queryKey: keys.realms });
    void queries.invalidateQueries({ queryKey: keys.anyRealm, predicate: ({ state }) => !isRefused(state.error) });
    void queries.invalidateQueries({ queryKey: keys.anyHistory });
  }
  if (message.type === 'ready' || message.type === 'accountChanged') {
    void queries.invalidateQueries({ queryKey: keys.me });
    void queries.invalidateQueries({ queryKey: keys.anyPayment });
    void queries.invalidateQueries({ queryKey: keys.anyStatement });
  }
  if (message.type === 'realmBackupsChanged') {
    void queries.invalidateQueries({ queryKey: keys.realmBackups(message.id) });
  }
  if (message.type === 'realmKernelChanged') {
    void queries.invalidateQueries({ queryKey: keys.realmKernel(message.id), exact: true });
  }
  if (message.type === 'realmChanged') {
    void queries.invalidateQueries({ queryKey: keys.realms });
    void queries.invalidateQueries({ queryKey: keys.realm(message.id) });
    void queries.invalidateQueries({ queryKey: keys.possibility });
  }
}

/** Shows what the api answered to a change of power that was asked for at `asked`; it says nothing of players and ticks. */
export function applyPower(queries: QueryClient, info: PowerInfo, asked: number): void {
  if ((received.get(info.id)?.at ?? 0) >= asked) return;
  const known = queries.getQueryData<Realm>(keys.realm(info.id))?.live;
  if (known) applyLive(queries, { ...known, ...info });
  // The list needs only the phase.
  queries.setQueryData<RealmLists>(
    keys.realms,
    (lists) =>
      lists && mapLists(lists, (summary) => (summary.id === info.id ? { ...summary, ...phaseOf(info) } : summary)),
  );
}

function applyLive(queries: QueryClient, live: RealmLive): void {
  received.set(live.id, { live, at: performance.now() });
  queries.setQueryData<Realm>(keys.realm(live.id), (realm) => realm && withLive(realm, live));
  queries.setQueryData<RealmLists>(
    keys.realms,
    (lists) =>
      lists && mapLists(lists, (summary) => (summary.id === live.id ? summaryWithLive(summary, live) : summary)),
  );
}

/** A sample of the step that is going on takes the place of the one before it. */
function addSample(queries: QueryClient, id: string, sample: RealmSample): void {
  queries.setQueryData<RealmHistory>(keys.history(id), (history) => {
    if (!history) return undefined;
    const kept = history.samples.filter(({ at }) => at > sample.at - historySpanMs && at < sample.at);
    return { ...history, samples: [...kept, sample] };
  });
}

/** Forgets everything of the account that has logged out. */
export function clearLive(): void {
  received.clear();
}

const phaseOf = ({ status, phase }: PowerInfo) => ({ status, phase });

const withLive = (realm: Realm, live: RealmLive): Realm => ({ ...realm, status: live.status, slots: live.slots, live });

const summaryWithLive = (summary: RealmSummary, live: RealmLive): RealmSummary => ({
  ...summary,
  ...phaseOf(live),
  players: live.players.length,
  slots: live.slots,
});

const mapLists = (lists: RealmLists, change: (summary: RealmSummary) => RealmSummary): RealmLists => ({
  ...lists,
  owned: lists.owned.map(change),
  partnered: lists.partnered.map(change),
});
