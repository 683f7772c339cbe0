import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '@realmkeep/contract';
import { createRealm, logIn, register } from '@realmkeep/testkit/people';
import { ping } from '../../ping.ts';
import { type Builder, buildersFor } from '../builder.ts';
import { kill, lastRun, processesOfRealms } from '../processes.ts';
import { RealmWatch } from '../realm-watch.ts';
import { pick, seeded } from '../seeded.ts';
import { apiThat, faults, type Step, stepsIn } from './faults.ts';
import { Figures } from './figures.ts';
import type { Fleet } from './fleet.ts';
import type { Member } from './member.ts';
import { OpenPages } from './open-pages.ts';
import { Purchases } from './purchases.ts';
import { Uploads } from './uploads.ts';

const realmCount = 3;
/** All belong to one account: no more than one api, which may be the only one left, allows it. */
const pageCount = 20;
const lookEveryMs = 50;
const playMs = 2_000;
const backWithinMs = 10_000;
/** After each step everything must be back to normal within this time. */
const patienceMs = 30_000;
const outageMs = 3_000;

const bounds = {
  'routes after the kill of an api': 1_000,
  'pages back after the kill of an api': 2_000,
  'lead after the kill of an api': 2_000,
  'lead after the stop of an api': 15_000,
  'lead after the black hole of an api': 15_000,
  'routes after the stop of an api': null,
  'routes after the black hole of an api': null,
  'pages back after the stop of an api': null,
  'pages back after the black hole of an api': null,
  'pages back after the database is back': null,
  'lead after the database is back': null,
};

export interface FleetReport {
  lines: string[];
  /** A sentence for each violation; empty when all is well. */
  problems: string[];
}

/** Injects every fault into every process in random order, then restarts all one by one, while people play, buy and upload files. */
export async function runFleet(fleet: Fleet, seed: number, say: (words: string) => void): Promise<FleetReport> {
  const random = seeded(seed);
  const figures = new Figures(bounds);
  const { url, gamePort, dataDir } = fleet;
  const [first] = fleet.apis;
  const made = first ? fleet.apiUrl(first) : url;

  const realms = new Map<string, string>();
  using cleanup = new DisposableStack();
  // Realms outlive their apis.
  cleanup.defer(() => {
    for (const pids of processesOfRealms(dataDir, [...realms.keys()]).values()) for (const pid of pids) kill(pid);
  });
  for (let index = 0; index < realmCount; index += 1) {
    await register(made, `Chaos_owner_${index}`);
    const { token } = await logIn(made, `Chaos_owner_${index}`);
    realms.set(await createRealm(made, token, `chaos-${index}`), `chaos-${index}.localhost`);
  }
  await register(made, 'Chaos_mover');
  const { token } = await logIn(made, 'Chaos_mover');
  const moved = await createRealm(made, token, 'moved-0');
  await clientAt(made).realmPowerSet({ params: { realmId: moved }, body: { power: 'OFF' } });
  const purchases = new Purchases(fleet, seeded(seed + 1));
  await purchases.prepare(made);
  const uploads = new Uploads(fleet, token, moved);
  using pages = new OpenPages(url, token, pageCount);

  const builders = buildersFor(gamePort, realms, seed);
  const everyone = [...builders.values()].flat();
  const watch = new RealmWatch({ dataDir, realms, builders, backWithinMs });
  const { problems } = watch;

  function clientAt(origin: string): Client {
    return createClient({ baseUrl: `${origin}/api`, token: async () => token });
  }

  /** @returns milliseconds from `since` until the condition held; null when it did not in time */
  async function becomes(since: number, isSo: () => boolean | Promise<boolean>): Promise<number | null> {
    while (Date.now() - since < patienceMs) {
      watch.look();
      if (await isSo()) return Date.now() - since;
      await wait(lookEveryMs);
    }
    return null;
  }

  async function measure(what: keyof typeof bounds, since: number, isSo: () => boolean | Promise<boolean>) {
    const took = await becomes(since, isSo);
    if (took === null) problems.add(`${what}: not within ${patienceMs} ms`);
    else figures.note(what, took);
  }

  const isReady = (api: Member) =>
    fetch(`${fleet.apiUrl(api)}/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );

  /** Waits until everything is back to normal. */
  async function settle(after: string): Promise<void> {
    let missing: string[] = [];
    const took = await becomes(Date.now(), async () => {
      const ready = await Promise.all(fleet.apis.map(isReady));
      missing = [
        ...everyone.filter(({ isIn }) => !isIn).map(() => 'a player'),
        ...(pages.areOpen ? [] : ['pages']),
        ...((await fleet.leader()) === null ? ['a leader'] : []),
        ...fleet.apis.filter((_, index) => !ready[index]).map(({ name }) => `${name}, which is not ready`),
      ];
      return missing.length === 0;
    });
    if (took === null) problems.add(`${patienceMs} ms after ${after} were missing: ${missing.join(', ')}`);
    await becomes(Date.now(), passed(playMs));
  }

  let moves = 0;
  /** Whether every gateway knows the realm by its newest name. @param gateways those that can answer */
  async function isRouted(): Promise<boolean> {
    const answers = await Promise.all(
      fleet.gateways.map((gateway) =>
        ping(fleet.gatewayAddress(gateway), `moved-${moves}.localhost`).catch(() => 'no realm'),
      ),
    );
    return answers.every((answer) => !answer.includes('no realm'));
  }

  async function strikeApi(step: Step & { what: 'api' }): Promise<void> {
    const api = await apiThat(fleet, step.leads, (of) => pick(random, of));
    const other = pick(
      random,
      fleet.apis.filter((one) => one !== api),
    );
    moves += 1;
    // From then on gateways remember that no realm has that name.
    await isRouted();
    const { begin, end } = faults[step.fault];
    const at = Date.now();
    await begin(api);
    await clientAt(fleet.apiUrl(other)).realmRename({
      params: { id: moved },
      body: { realmName: 'Moved', domainName: `moved-${moves}` },
    });
    const leader = async () => {
      const now = await fleet.leader();
      return now !== null && now !== api;
    };
    await Promise.all([
      measure(`routes after the ${step.fault} of an api`, at, isRouted),
      measure(`pages back after the ${step.fault} of an api`, at, () => pages.haveKnownSince(at)),
      step.leads ? measure(`lead after the ${step.fault} of an api`, at, leader) : null,
    ]);
    await end(api);
  }

  async function strikeGateway({ fault, index }: Step & { what: 'gateway' }): Promise<void> {
    const gateway = fleet.gateways[index];
    if (!gateway) return;
    const { begin, end } = faults[fault];
    await begin(gateway);
    await becomes(Date.now(), passed(outageMs));
    await end(gateway);
  }

  async function restartDatabase(): Promise<void> {
    await fleet.database.stop();
    await fleet.database.start();
    const at = Date.now();
    await Promise.all([
      measure('lead after the database is back', at, async () => (await fleet.leader()) !== null),
      measure('pages back after the database is back', at, () => pages.areOpen),
    ]);
  }

  function killRealm(): void {
    const id = pick(random, [...realms.keys()]);
    for (const { ledger } of builders.get(id) ?? []) ledger.killed(Date.now());
    kill(lastRun(dataDir, id)?.pid ?? 0);
  }

  async function strike(step: Step): Promise<void> {
    if (step.what === 'api') await strikeApi(step);
    else if (step.what === 'gateway') await strikeGateway(step);
    else if (step.what === 'database') await restartDatabase();
    else killRealm();
  }

  /** Restarts all processes, one after the other, as a roll-out does. @returns how many players were cut off in the meantime */
  async function restartAll(): Promise<number> {
    const joinsBefore = sum(({ joins }) => joins);
    for (const api of fleet.apis) {
      await api.leave();
      await api.start();
      await settle(`the restart of ${api.name}`);
    }
    for (const gateway of fleet.gateways) {
      // The draining gateway stays for its players.
      void gateway.leave();
      await becomes(Date.now(), passed(outageMs));
      await gateway.start();
      await settle(`the restart of ${gateway.name}`);
    }
    return sum(({ joins }) => joins) - joinsBefore;
  }

  const sum = (of: (builder: Builder) => number) => everyone.reduce((total, builder) => total + of(builder), 0);
  const playing = new AbortController();
  const work = [
    ...everyone.map((builder) => builder.play(playing.signal)),
    purchases.run(playing.signal),
    uploads.run(playing.signal),
  ];
  let cutOff = 0;
  try {
    await settle('the start');
    watch.forgive();
    for (const step of stepsIn(random)) {
      const words = Object.values(step).join(' ');
      say(words);
      await strike(step);
      await settle(words);
    }
    say('a restart of everything');
    cutOff = await restartAll();
  } finally {
    playing.abort();
    await Promise.all(work);
  }
  if (cutOff > 0) problems.add(`the restart of everything cut off ${cutOff} players, and none are allowed`);
  for (const builder of everyone)
    await builder.look(2 * backWithinMs).catch((error: Error) => problems.add(error.message));
  watch.lookLast();
  return {
    lines: [
      ...figures.lines(),
      `players cut off by a restart of everything: ${cutOff}`,
      `coins: ${purchases.granted} grants, ${purchases.bought} purchases, ${purchases.repeated} answers lost on the way`,
      `uploads: ${uploads.sent} files in ${uploads.pieces} pieces`,
      `blocks: ${sum(({ changes }) => changes)} changed, ${sum(({ ledger }) => ledger.certain)} looked at where one kind was right, in ${sum(({ joins }) => joins)} joins`,
      `nobody was in a realm for ${watch.longestOutMs} ms at most`,
    ],
    problems: [
      ...figures.violations(),
      ...problems,
      ...everyone.flatMap(({ lost }) => lost),
      ...(await purchases.check()),
      ...uploads.problems,
    ],
  };
}

/** @returns a function that tells whether this long has passed since the call */
function passed(ms: number): () => boolean {
  const end = Date.now() + ms;
  return () => Date.now() >= end;
}
