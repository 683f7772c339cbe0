import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createMCServer } from 'flying-squid';
import pluginList from 'flying-squid/src/lib/plugins/index.js';
import { Vec3 } from 'vec3';
import { Admission } from '../../identity/admission.ts';
import type { Kernel, KernelHost } from '../kernel.ts';
import { accessMessages, barredText } from '../kernel-messages.ts';
import { listText } from '../list-text.ts';
import { PlanInGame } from '../../plan/plan-in-game.ts';
import { builtinPlugins } from './squid/squid-plugins.ts';
import { builtinCapabilities } from '../capabilities.ts';
import { otherWorlds } from '../../maps/other-worlds.ts';
import { Dimensions, dimensionOf } from './dimensions/dimensions.ts';
import { Advancements } from './advancements/advancements.ts';
import { ClientData } from './client-data/client-data.ts';
import { isTooSlow } from './connections/client-bounds.ts';
import { guardClient } from './connections/client-gate.ts';
import { consoleCommands, runConsoleCommand, sendCommands } from './play/commands.ts';
import { changeDifficulty, difficultyNumber, modeOf, pardon } from './rules/difficulty.ts';
import { beginSurvival } from './survival/begin.ts';
import { GameServer, originOf } from './connections/game-server.ts';
import { keepTime, runsDays } from './rules/days.ts';
import { gameModeNumber, type Game, type Realm } from './rules/game.ts';
import { Schematics } from './land/schematics.ts';
import { join } from './players/joining.ts';
import { takeName } from './players/log-in.ts';
import { tellIfChanged } from './rules/managers.ts';
import { bringInside, sendBorder } from './players/movement.ts';
import { announce, tell } from './messages/notices.ts';
import { ownPlugin, serverBasics } from './own-plugin.ts';
import { isInsideBorder } from './rules/place.ts';
import { isPossibleSpawn, moveSpawn } from './rules/spawn.ts';
import { playPackets } from './play/play-packets.ts';
import { PlayerStore } from './players/player-store.ts';
import { offerPack } from './players/resource-pack.ts';
import type { Client, Player, Squid } from './squid/squid.ts';
import type { KeptFiles } from './scores/kept-files.ts';
import { readState } from './scores/kept-state.ts';
import { Saves } from './saves.ts';
import { Tick } from './tick.ts';
import { englishMessages, messagesOf } from './messages/messages.ts';
import { worldOrigin } from '../../world-folder/world-origin.ts';
import { readSpawn } from '../../world-folder/spawn-file.ts';
import { Unsaved, untilSaved } from '../../world-folder/unsaved.ts';

/** The version of the game that clients need. */
export const gameVersion = '1.16.5';
/** flying-squid counts players too; it only serves to keep things from growing without end. */
const maxEntities = 20_000;
/** What players have made or moved among their own things is on the disk as long after at most, and the time of writing. */
const housekeepingMs = 2000;
const closeWithinMs = 1000;

/** The built-in server, on flying-squid at 1.16.5. docs/builtin-server.md lists what it does and does not do. */
export async function startBuiltinKernel(host: KernelHost): Promise<Kernel> {
  const { settings, worldFolder, assertClaim, log } = host;
  const { map, seed } = await worldOrigin(worldFolder, host.spec, assertClaim);

  let realm: Realm | undefined;
  const running = (): Realm => {
    if (!realm) throw new Error('the game has not begun');
    return realm;
  };
  const plugins = [serverBasics(log), ...builtinPlugins, ownPlugin(() => running().dimensions)];
  pluginList.initPlugins = () => {
    pluginList.builtinPlugins = plugins;
  };
  const server = createMCServer({
    Server: GameServer,
    version: gameVersion,
    motd: listText(settings),
    'online-mode': false,
    gameMode: gameModeNumber[settings.gameMode],
    difficulty: difficultyNumber[settings.difficultyLevel],
    'max-entities': maxEntities,
    hideErrors: true,
    errorHandler: (client: Client, error: Error) => {
      if (!client.ended) log(`A connection was closed: ${error.message.split('\n', 1)[0]}`);
      client.end('Your client sent something that this realm does not understand.');
    },
    beforeLogin: (client: Client) => {
      const identity = running().admission.identity(client);
      if (identity) Object.assign(client, { username: identity.name, uuid: identity.uuid });
    },
    beforePing: (answer: { players: { max: number; online: number } }) => {
      answer.players = { max: settings.slots ?? server.players.length + 1, online: server.players.length };
      return answer;
    },
  });
  await ready(server);

  const unsaved = new Unsaved(() => {
    const isUnsaved = unsaved.since() !== null;
    log(
      isUnsaved
        ? 'The disk is full: nothing is saved until there is room.'
        : 'There is room again: everything is saved.',
    );
    announce(
      { server },
      (messages) => (isUnsaved ? messages.unsaved : messages.savedAgain),
      isUnsaved ? 'red' : 'green',
    );
    host.stateChanged();
  });
  const parts = { worldFolder, assertClaim, log, unsaved, fail: host.fail };
  const changed = (): void => saves.soon();
  const { registry } = server;
  const store = new PlayerStore({ worldFolder, registry, players: () => server.players, changed, log });
  const saves = new Saves({ ...parts, worlds: () => dimensions.all.map(({ world }) => world), store });
  const at = map.spawn(seed);
  const admission = new Admission<Client>(settings, host.access);
  const state = await readState(server, parts);
  const plan = new PlanInGame({
    settings,
    players: () => server.players.length,
    isManaged: () => server.players.some((player) => host.access.isManager(player.account)),
    announce: (say, color) => announce({ server }, say, color),
  });
  plan.refresh();
  const chosen = await readSpawn(worldFolder);
  const centre = new Vec3(at.x + 0.5, at.y, at.z + 0.5);
  const isChosen = chosen && isPossibleSpawn({ settings, centre }, chosen);
  const spawn = isChosen ? new Vec3(chosen.x + 0.5, chosen.y, chosen.z + 0.5) : centre.clone();
  const origin = { worldFolder, maps: { overworld: map, ...otherWorlds }, spawn, centre, changed };
  const dimensions = new Dimensions((name) => dimensionOf(running(), origin, name));
  realm = {
    server,
    dimensions,
    settings,
    admission,
    access: host.access,
    store,
    loginCodes: host.loginCodes,
    log,
    plan,
    clientData: new ClientData(),
    rules: state.rules,
    portalPlaces: state.portalPlaces,
    dragonFight: state.dragonFight,
    scoreboard: state.scoreboard,
    bossBars: state.bossBars,
    borderWarning: { seconds: 15, blocks: 5 },
    map,
    seed,
    skies: state.skies,
    advancements: new Advancements(running, state.files),
    schematics: new Schematics(worldFolder, state.files),
    playersChanged: () => {
      plan.refresh();
      host.playersChanged();
    },
    stateChanged: host.stateChanged,
    stop: host.stopAsked,
  };
  const game = dimensions.of('overworld');
  server.doDaylightCycle = runsDays(game);
  return connect(game, unsaved, plugins, { files: state.files, saves });
}

/** Accepts players, and returns the process's interface to the game. */
function connect(
  game: Game,
  unsaved: Unsaved,
  plugins: Parameters<typeof join>[2],
  { files, saves }: { files: KeptFiles; saves: Saves },
): Kernel {
  const { server: squid, settings, dimensions, admission, access, store, plan, log } = game;
  const server = squid._server as GameServer;
  const tick = new Tick(squid);
  beginSurvival(game);
  const playersOf = new Map<Client, Player>();
  /** For clients that take over a name: settles when its former bearer has left. */
  const named = new WeakMap<Client, Promise<unknown>>();
  let housekeeping: NodeJS.Timeout | undefined;

  server.on('connection', (client: Client) => {
    guardClient(client, {
      refuse: (joining, nickname) => {
        const origin = originOf(joining);
        const { account = null } = origin;
        const why = admission.refuse(joining, nickname, origin, account);
        if (why !== null) return why;
        joining.once('end', () => admission.leave(joining));
        if (account) named.set(joining, takeName(game, joining, account.nickname));
        return null;
      },
      playerOf: (joining) => playersOf.get(joining),
      isPlayed: (name) => playPackets.has(name),
      play: (player, name, packet) => void playPackets.get(name)?.(dimensions.gameOf(player), player, packet),
    });
  });
  server.on('playerJoin', (client: Client) => {
    comeIn(client).catch((error: Error) => {
      log(`${client.username} could not come in: ${error.message}`);
      client.end('The realm could not let you in. Please try again.');
    });
  });

  async function comeIn(client: Client): Promise<void> {
    await named.get(client);
    const player = await join(game, client, plugins);
    if (player) welcome(client, player);
  }

  function welcome(client: Client, player: Player): void {
    playersOf.set(client, player);
    client.once('end', () => {
      playersOf.delete(client);
      store.keep(player);
      if (playersOf.size === 0) rest();
      game.playersChanged();
    });
    wake();
    if (unsaved.since() !== null) tell(client, messagesOf(player).unsaved, 'red');
    game.playersChanged();
  }

  /** Players who joined before the whitelist was turned on may stay, as on the game's own servers. */
  function sendOffIfBanned({ _client: client, account, language }: Player): void {
    const identity = admission.identity(client);
    const barred = identity && access.barred(identity, account);
    if (barred?.why === 'banned') client.end(barredText(barred, accessMessages[language ?? 'en']));
  }

  function wake(): void {
    tick.run();
    housekeeping ??= setInterval(() => {
      for (const client of playersOf.keys()) {
        if (isTooSlow(client)) client.end('Your connection is too slow for this realm.');
      }
      // A failed write is logged, and tried again.
      saves.save().catch(() => undefined);
    }, housekeepingMs);
  }

  function rest(): void {
    tick.rest();
    clearInterval(housekeeping);
    housekeeping = undefined;
  }

  return {
    capabilities: builtinCapabilities,
    pid: null,
    accept: (socket, origin) => server.accept(socket, origin),
    players: () =>
      squid.players.map(({ username, uuid, world }) => ({ nickname: username, uuid, world: world.dimension })),
    visitors: () =>
      squid.players
        .flatMap(({ _client: client }) => admission.identity(client) ?? [])
        .map(({ nickname, name, address }) => ({ nickname, name, address })),
    worlds: () => dimensions.all.map((here) => ({ name: here.world.dimension, players: here.squid.players.length })),
    spawn() {
      const { x, y, z } = game.spawn.floored();
      return { x, y, z };
    },
    moveSpawn: (to) => moveSpawn(game, to),
    tps: () => tick.perSecond(),
    unmanagedSince: () => plan.unmanagedSince(),
    unsavedSince: () => unsaved.since(),
    command: async (line, by) => runConsoleCommand(game, line, by),
    commands: () => consoleCommands(game),
    apply(changed) {
      // `settings` is the same object as the host's, which has already applied the changes.
      server.motd = listText(settings);
      squid.doDaylightCycle = runsDays(game);
      if (changed.has('plan') || changed.has('managers')) plan.refresh();
      if (changed.has('difficultyLevel')) changeDifficulty(squid, difficultyNumber[settings.difficultyLevel]);
      for (const player of squid.players) {
        if (changed.has('difficultyLevel')) pardon(game, player);
        if (changed.has('gameMode')) player.setGameMode(modeOf(game, player));
        if (changed.has('flySurvival')) player.sendAbilities();
        if (changed.has('resourcePack')) offerPack(game, player);
        if (changed.has('managers') || changed.has('access')) tellIfChanged(game, player);
        if (changed.has('managers') || changed.has('access') || changed.has('plan')) sendCommands(game, player);
        if (changed.has('access')) sendOffIfBanned(player);
        if (!changed.has('borderDiameter')) continue;
        const here = dimensions.gameOf(player);
        sendBorder(here, player);
        if (!isInsideBorder(here.settings, here.centre, player.position)) bringInside(here, player);
      }
    },
    async hold() {
      const held: (() => void)[] = [];
      const release = (): void => held.forEach((letGo) => letGo());
      try {
        for (const part of [files, saves]) held.push(await part.hold());
        return release;
      } catch (error) {
        release();
        throw error;
      }
    },
    async stop(reason) {
      const planned = plan.closingMessage();
      admission.close();
      rest();
      plan.close();
      for (const { edits, world, creatures, loose } of dimensions.all) {
        edits.close();
        world.stopLight();
        creatures.touchAll();
        for (const things of loose) things.touchAll();
      }
      keepTime(squid);
      const clients = Object.values(server.clients);
      const gone = Promise.allSettled(clients.map(async (client) => once(client, 'end')));
      for (const client of clients) {
        const player = playersOf.get(client);
        client.end(planned?.(player ? messagesOf(player) : englishMessages) ?? reason);
      }
      for (const player of playersOf.values()) store.keep(player);
      await untilSaved(async () => {
        await files.save();
        await saves.end();
      });
      // The reason is on its way: the process must not end before it arrives, nor wait for clients that do not read.
      await Promise.race([gone, wait(closeWithinMs, undefined, { ref: false })]);
    },
  };
}

async function ready(squid: Squid): Promise<void> {
  await new Promise((resolve) => {
    squid.once('ready', resolve);
  });
}
