import { setTimeout as pause } from 'node:timers/promises';
import { type Builder, buildersFor } from './builder.ts';
import { childPid, kill, lastRun } from './processes.ts';
import { RealmWatch } from './realm-watch.ts';
import { pick, seeded } from './seeded.ts';

const lookEveryMs = 100;
const victims = ['api', 'gateway', 'realm'] as const;

export interface ChaosPlace {
  dataDir: string;
  gamePort: number;
  /** Those that run, by their ids, with their host names. */
  realms: ReadonlyMap<string, string>;
}

export interface ChaosReport {
  kills: Record<(typeof victims)[number], number>;
  joins: number;
  /** Blocks that were dug or placed, and shown to be. */
  changes: number;
  /** Blocks that were looked at after a join where only one kind was right. */
  certain: number;
  /** The longest time in which nobody was in a realm. */
  longestOutMs: number;
  /** What must not be; empty when all is well. */
  problems: string[];
}

export interface ChaosMeasure {
  seed: number;
  kills: number;
  /** The mean of the pauses. */
  killEveryMs: number;
  /** Within which players must be in every realm again. */
  backWithinMs: number;
}

/**
 * kill -9 of the api, the gateway and a realm in a random order, while one or two players in each realm dig and place. The realms run.
 */
export async function runChaos(
  { dataDir, gamePort, realms }: ChaosPlace,
  { seed, kills: count, killEveryMs, backWithinMs }: ChaosMeasure,
): Promise<ChaosReport> {
  const random = seeded(seed);
  const ids = [...realms.keys()];
  const builders = buildersFor(gamePort, realms, seed);
  const everyone = [...builders.values()].flat();
  const watch = new RealmWatch({ dataDir, realms, builders, backWithinMs });
  const { problems } = watch;
  const kills = { api: 0, gateway: 0, realm: 0 };

  async function lookUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      watch.look();
      await pause(lookEveryMs);
    }
  }

  const everyoneIsIn = () => everyone.every(({ isIn }) => isIn);

  async function killOne(): Promise<void> {
    const victim = pick(random, victims);
    const id = pick(random, ids);
    const dropped = victim === 'realm' ? [builders.get(id) ?? []] : [...builders.values()];
    const isLate = passed(backWithinMs);
    // What is not back yet is not killed once more, nor the gateway to any that is not: nobody could be in within any time.
    const areBack = () => dropped.every((players) => players.some(({ isIn }) => isIn));
    await lookUntil(() => victim === 'api' || areBack() || isLate());
    const pid = victim === 'realm' ? (lastRun(dataDir, id)?.pid ?? 0) : childPid(dataDir, victim);
    if (victim === 'realm') for (const { ledger } of builders.get(id) ?? []) ledger.killed(Date.now());
    if (pid > 0 && kill(pid)) kills[victim] += 1;
  }

  const playing = new AbortController();
  const players = everyone.map((builder) => builder.play(playing.signal));
  try {
    const isLate = passed(2 * backWithinMs);
    await lookUntilIn(isLate);
    for (let each = 0; each < count; each += 1) {
      await lookUntil(passed(killEveryMs * (0.5 + random())));
      await killOne();
    }
    await lookUntilIn(passed(2 * backWithinMs));
  } finally {
    playing.abort();
    await Promise.all(players);
  }
  for (const builder of everyone)
    await builder.look(2 * backWithinMs).catch((error: Error) => problems.add(error.message));
  watch.lookLast();

  async function lookUntilIn(isLate: () => boolean): Promise<void> {
    watch.forgive();
    await lookUntil(() => everyoneIsIn() || isLate());
    if (!everyoneIsIn()) problems.add('not everyone came in');
  }

  const sum = (of: (builder: Builder) => number) => everyone.reduce((total, builder) => total + of(builder), 0);
  return {
    kills,
    joins: sum(({ joins }) => joins),
    changes: sum(({ changes }) => changes),
    certain: sum(({ ledger }) => ledger.certain),
    longestOutMs: watch.longestOutMs,
    problems: [...problems, ...everyone.flatMap(({ lost }) => lost)],
  };
}

/** Tells whether so long has passed from now on. */
function passed(ms: number): () => boolean {
  const end = Date.now() + ms;
  return () => Date.now() >= end;
}
