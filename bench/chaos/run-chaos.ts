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
  /** Host names of the running realms, by id. */
  realms: ReadonlyMap<string, string>;
}

export interface ChaosReport {
  kills: Record<(typeof victims)[number], number>;
  joins: number;
  /** Blocks that were dug or placed and shown to the client. */
  changes: number;
  /** How many blocks compared after a join had exactly one permitted kind. */
  certain: number;
  /** The longest time for which a realm had no player. */
  longestOutMs: number;
  /** A sentence for each violation; empty when all is well. */
  problems: string[];
}

export interface ChaosMeasure {
  seed: number;
  kills: number;
  /** The mean pause between kills. */
  killEveryMs: number;
  /** Within this time every realm must have a player again. */
  backWithinMs: number;
}

/**
 * Kills the api, the gateway and realms with SIGKILL in random order, while one or two players in each running realm dig and place blocks.
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
    // Kills nothing that is not back yet, nor the gateway while a realm is not: otherwise no time for players to be back could be kept.
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

/** @returns a function that tells whether this long has passed since the call */
function passed(ms: number): () => boolean {
  const end = Date.now() + ms;
  return () => Date.now() >= end;
}
