import { type EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeProxyV2 } from '@realmkeep/protocol';
import minecraft, { type Client } from 'minecraft-protocol';
import { cpuSeconds, privateMegabytes } from './realm/measure.ts';
import { realmTarget, type Started, stockSquid, type Target } from './realm/targets.ts';

/**
 * What an evening costs, compared with stock flying-squid in the same run: `node bench/game.ts`, two minutes. Ten players fly apart at walking speed,
 * each into new land; in the realm with 200 creatures around them, half of them monsters at night. Ticks are counted by the time that clients are sent.
 */

const playerCount = 10;
const creatureCount = 200;
/** Blocks a second, and movement packets a second. */
const pace = { blocks: 4.3, told: 20 };
const settleMs = 15_000;
const measuredMs = 30_000;
const height = 100;
const ticksBetween = 20;

const aim = { ticksPerSecond: 20, cpuPercent: 40, megabytes: 250 };

const folder = await mkdtemp(join(tmpdir(), 'game-bench-'));
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));

await measure(stockSquid);
await measure(
  realmTarget('normal', { gameMode: 'CREATIVE', borderDiameter: 20_000, slots: null, difficultyLevel: 'HARD' }),
);
console.log(`aims: ${aim.ticksPerSecond} ticks a second, ${aim.cpuPercent} % of a core, ${aim.megabytes} MB`);

async function measure(target: Target): Promise<void> {
  const started = await target.start(folder);
  const players = await Promise.all(Array.from({ length: playerCount }, (_, n) => comeIn(started, n)));
  const timer = setInterval(() => players.forEach(({ go }) => go()), 1000 / pace.told);
  try {
    await started.command?.('time set midnight');
    for (let n = 0; n < creatureCount / 2 / playerCount; n += 1) {
      for (const kind of ['cow', 'zombie']) await started.command?.(`execute at @a run summon ${kind} ~ 90 ~`);
    }
    await sleep(settleMs);
    const told = players.map(({ told: count }) => count());
    const before = cpuSeconds(started.pids);
    const began = performance.now();
    await sleep(measuredMs);
    const seconds = (performance.now() - began) / 1000;
    const percent = ((cpuSeconds(started.pids) - before) * 100) / seconds;
    const ticks = players.map(({ told: count }, n) => ((count() - (told[n] ?? 0)) * ticksBetween) / seconds);
    const there = players.filter(({ isThere }) => isThere()).length;
    console.log(
      `${target.name.padEnd(20)} ${Math.min(...ticks)
        .toFixed(1)
        .padStart(5)} ticks a second   ${percent.toFixed(0).padStart(3)} % of a core   ` +
        `${privateMegabytes(started.pids).toFixed(0).padStart(4)} MB private   ${there} of ${playerCount} players there`,
    );
  } finally {
    clearInterval(timer);
    for (const { client } of players) client.end('');
    await started.end();
  }
}

/** A client that ignores the land, and so costs little. */
async function comeIn({ where, behindProxy }: Started, number: number) {
  const socket =
    typeof where === 'string' ? connect({ path: where }) : connect({ port: where ?? 0, host: '127.0.0.1' });
  const address = { host: '127.0.0.1', port: 25_565 };
  if (behindProxy) socket.write(encodeProxyV2({ source: address, destination: address }));
  const client: Client = minecraft.createClient({
    username: `Bench${number}`,
    version: '1.16.5',
    stream: socket,
    auth: 'offline',
  });
  const events: EventEmitter = client;
  events.on('error', () => undefined);
  let [count, isThere] = [0, true];
  events.on('update_time', () => (count += 1));
  events.once('end', () => (isThere = false));
  events.on('position', ({ teleportId }: { teleportId: number }) => client.write('teleport_confirm', { teleportId }));
  const [{ x, y, z }] = (await once(client, 'position')) as [{ x: number; y: number; z: number }];
  client.write('settings', {
    locale: 'en',
    viewDistance: 8,
    chatFlags: 0,
    chatColors: true,
    skinParts: 0,
    mainHand: 1,
  });
  const turn = (number / playerCount) * 2 * Math.PI;
  let [far, up] = [0, y];
  const go = (): void => {
    far += pace.blocks / pace.told;
    up = Math.min(height, up + 1);
    const to = { x: x + Math.cos(turn) * far, y: up, z: z + Math.sin(turn) * far };
    if (isThere) client.write('position', { ...to, onGround: false });
  };
  return { client, go, told: () => count, isThere: () => isThere };
}
