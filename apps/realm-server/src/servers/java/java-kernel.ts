import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { isBukkit, type KernelName, type RealmSettings, RealmSpawn, type RealmSpec } from '@realmkeep/realm-protocol';
import type { Kernel, KernelHost } from '../kernel.ts';
import { type AccessCommand, accessUsages, isAccessCommand, runAccessCommand } from '../../identity/access-commands.ts';
import { accessMessages } from '../kernel-messages.ts';
import { PlanInGame } from '../../plan/plan-in-game.ts';
import { keepOwnOrigin } from '../../world-folder/world-origin.ts';
import { Unsaved, untilRoom } from '../../world-folder/unsaved.ts';
import { capabilitiesOf } from '../capabilities.ts';
import { AskedWhilePlayed } from './asked-while-played.ts';
import { hear, type Heard, readPrinted } from './console-line.ts';
import { arrangeDimensions, borderCommands, everywhere, otherCentreCommands } from './server-files/dimensions.ts';
import { LoginProxy } from './login-proxy.ts';
import { isAtLeast, ruleCommand, switchCommands } from './server-files/game-rules.ts';
import { holdSettings } from './server-files/held-settings.ts';
import { javaCommands, paperCommands } from './java-commands.ts';
import { type JavaEnd, JavaProcess } from './java-process.ts';
import { NameTeams } from './lists/name-teams.ts';
import { prepareWorld } from './server-files/prepare-world.ts';
import { SaveAgain } from './save-again.ts';
import { Saving } from './saving.ts';
import { difficultyWord, writeServerFiles } from './server-files/server-files.ts';
import { ServerLists } from './lists/server-lists.ts';
import { TriggeredKits } from './triggered-kits.ts';
import { takeTyped } from './lists/typed-in-game.ts';
import { guestLines, planLines, unsavedLines } from './messages.ts';

/** A first start fetches what the jar needs besides, and makes the land around the spawn point. */
const readyWithinMs = 10 * 60_000;
/** The server saves everything meanwhile. */
const stopWithinMs = 45_000;
const killWithinMs = 5000;
const checkClaimEveryMs = 5000;

type JavaSpec = RealmSpec & Required<Pick<RealmSpec, 'java'>>;

/** The game's own server, or one derived from it, in a process of its own behind the login proxy: docs/decisions/036-java-kernels.md. */
export async function startJavaKernel(host: KernelHost): Promise<Kernel> {
  const { folder, settings, log } = host;
  const spec = javaSpec(host.spec);
  await assertThere(spec);
  host.assertClaim();
  const prepared = await prepareWorld(host);
  await arrangeDimensions(host, spec.kernel, spec.java.version);
  let spawn: RealmSpawn | null = prepared?.spawn ?? null;
  let centre = prepared?.centre ?? null;
  const port = await freePort();
  // Later changes are sent as commands.
  const listed = { access: settings.access, managers: settings.managers };
  await writeServerFiles(folder, { ...spec, settings: { ...settings } }, port);
  const isPaper = isBukkit(spec.kernel);
  const { version } = spec.java;
  if (isPaper) await holdSettings(folder, version, settings.plan);
  host.assertClaim();

  const ready = Promise.withResolvers<void>();
  let isReady = false;
  let isStopping = false;
  const java = new JavaProcess(spec, folder, (line) => {
    const printed = readPrinted(line);
    const heard = hear(printed);
    if ((heard?.kind === 'tps' || heard?.kind === 'dimension') && asked.take(heard)) return;
    log(printed.shown);
    if (heard) take(heard);
  });
  const saving = new Saving(java);
  const lists = new ServerLists(settings, listed, (command) => void java.tell(command));
  const loginProxy = new LoginProxy({
    port,
    settings,
    loginCodes: host.loginCodes,
    access: host.access,
    lists,
    tell: (command) => void java.tell(command),
    log,
    playersChanged: () => {
      followManagers();
      asked.follow(loginProxy.players().map(({ nickname }) => nickname));
      host.playersChanged();
    },
    guestJoined: (name, nickname) => tellLines(name, guestLines(name, nickname), 'gray'),
  });
  const plan = new PlanInGame({
    settings,
    players: () => loginProxy.players().length,
    isManaged: () => loginProxy.managers().length > 0,
    announce: (say, color) => tellLines('@a', planLines(say), color),
  });
  const kits = new TriggeredKits(settings, (command) => void java.tell(command));
  const teams = new NameTeams(settings, host.access, (command) => void java.tell(command));
  const unsaved = new Unsaved(() => {
    const isUnsaved = unsaved.since() !== null;
    log(
      isUnsaved ? 'The disk is full: the server ends when it can be saved.' : 'There is room again, and all is saved.',
    );
    if (isUnsaved) tellLines('@a', unsavedLines, 'red');
    host.stateChanged();
  });
  const unfollowLists = lists.follow(folder, (change) =>
    takeTyped(change, { access: host.access, lists, players: loginProxy, log, tellLines }),
  );
  const gone = new AbortController();
  const saveAgain = new SaveAgain({ folder, saving, unsaved, gone: gone.signal });
  const asked = new AskedWhilePlayed((command) => void java.tell(command), isPaper);

  /** Not by the server, whose own lists only follow. */
  function runAccess(name: AccessCommand, args: string[]): string {
    const call = { access: host.access, visitors: loginProxy.visitors(), by: null, messages: accessMessages.en, args };
    return runAccessCommand(name, call) ?? `Usage: ${name} ${accessUsages[name]}`;
  }

  function followManagers(): void {
    plan.refresh();
    const managers = loginProxy.managers();
    kits.update(managers);
    teams.update(managers);
  }

  function tellLines(target: string, lines: string[], color: string): void {
    for (const text of lines) java.tell(`tellraw ${target} ${JSON.stringify({ text, color })}`);
  }

  function take(heard: Heard): void {
    if (heard.kind === 'ready') ready.resolve();
    else if (heard.kind === 'saving-off') saving.heardOff();
    else if (heard.kind === 'saved') saving.heardSaved();
    else if (heard.kind === 'no-room') saveAgain.heardNoRoom();
    else if (heard.kind === 'joined') loginProxy.heardJoined(heard.name, heard.address);
    else if (heard.kind === 'operator') lists.look('operators');
    else if (heard.kind === 'kit') kits.take(heard.name, heard.kit);
    else if (heard.kind === 'spawn') {
      const { data } = RealmSpawn.safeParse(heard);
      if (data) moved(data);
    }
  }

  function moved(to: RealmSpawn): void {
    spawn = to;
    host.stateChanged();
    if (centre) return;
    // Of a world that the server has just made.
    centre = to;
    host.assertClaim();
    keepOwnOrigin(host.worldFolder, to).catch(host.fail);
    for (const command of otherCentreCommands(spec.kernel, version, to)) java.tell(command);
  }

  const claimCheck = setInterval(() => {
    try {
      host.assertClaim();
    } catch (error) {
      host.fail(error as Error);
    }
  }, checkClaimEveryMs);
  void java.ended.then(hasEnded);
  function hasEnded(end: JavaEnd): void {
    clearInterval(claimCheck);
    gone.abort();
    unfollowLists();
    if (isStopping || !isReady) return;
    // Somebody with the right to do so stopped it in the game.
    if (end.code === 0) host.stopAsked();
    else host.fail(endError(end));
  }

  const outcome = await Promise.race([
    ready.promise.then(() => 'ready' as const),
    java.ended,
    aborted(host.stopping),
    late(readyWithinMs),
  ]);
  if (typeof outcome === 'object') throw endError(outcome);
  if (outcome === 'late') throw new Error(`the game's server was not ready within ${readyWithinMs / 60_000} minutes`);
  if (outcome === 'ready') {
    if (!(await listens(port))) throw new Error(notListening);
    isReady = true;
    for (const command of firstCommands({ ...spec, settings }, version, centre)) java.tell(command);
    loginProxy.accessChanged();
    plan.refresh();
  }

  return {
    capabilities: capabilitiesOf[spec.kernel],
    pid: java.pid,
    accept: (socket, origin) => loginProxy.accept(socket, origin),
    players: () =>
      loginProxy.players().map((player) => Object.assign(player, { world: asked.worldOf(player.nickname) })),
    visitors: () => loginProxy.visitors(),
    worlds: () => asked.worlds(),
    spawn: () => spawn,
    moveSpawn(to) {
      if (!centre) return false;
      const [lowest, highest] = isAtLeast(version, '1.18') ? [-64, 319] : [0, 255];
      const reach = Math.max(Math.abs(to.x - centre.x), Math.abs(to.z - centre.z));
      if (to.y < lowest || to.y > highest || reach > settings.borderDiameter / 2) return false;
      // The server reports the outcome in its console.
      return java.tell(`setworldspawn ${to.x} ${to.y} ${to.z}`);
    },
    tps: () => asked.tps(),
    unmanagedSince: () => plan.unmanagedSince(),
    unsavedSince: () => unsaved.since(),
    async command(line, by) {
      const command = line.replace(/^\//, '').trim();
      log(by === null ? `> ${command}` : `> ${by}: ${command}`);
      const [first = '', ...args] = command.split(/\s+/);
      const name = first.replace(/^minecraft:/, '').toLowerCase();
      if (command === 'stop') host.stopAsked();
      else if (isAccessCommand(name)) log(runAccess(name, args));
      else if (!java.tell(command)) log('The server does not read its console.');
    },
    commands: () => (isPaper ? paperCommands : javaCommands),
    apply(changed) {
      for (const command of changeCommands(changed, spec.kernel, settings, version)) java.tell(command);
      if (changed.has('managers') || changed.has('access')) loginProxy.accessChanged();
      if (changed.has('plan') || changed.has('managers') || changed.has('access')) followManagers();
    },
    hold: () => saving.hold(),
    async stop(reason) {
      if (isReady) {
        await saveAgain.done();
        await untilRoom(folder, unsaved, gone.signal);
      }
      isStopping = true;
      const planned = plan.closingMessage();
      loginProxy.close();
      plan.close();
      kits.end();
      teams.end();
      asked.follow([]);
      if (isReady) {
        const last = planned ? planLines(planned).join(' ') : reason;
        if (loginProxy.players().length > 0) java.tell(`kick @a ${last}`);
        java.tell('stop');
      } else {
        java.kill('SIGTERM');
      }
      if (await within(stopWithinMs, java.ended)) return;
      java.kill('SIGKILL');
      await within(killWithinMs, java.ended);
      throw new Error('the game’s server did not end in time, and was killed');
    },
  };
}

function javaSpec(spec: RealmSpec): JavaSpec {
  const { java } = spec;
  if (!java) throw new Error('a Java kernel has no jar');
  return { ...spec, java };
}

async function assertThere({ java }: JavaSpec): Promise<void> {
  await access(java.jar, constants.R_OK).catch(() => {
    throw new Error(`there is no jar to be read at ${java.jar}`);
  });
  await access(java.runtime, constants.X_OK).catch(() => {
    throw new Error(`there is no java to be run at ${java.runtime}`);
  });
}

/** If another process takes it first, the server ends and is restarted. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** An owner's own server may say that it is ready although it ignores server.properties. */
const notListening =
  'the server says that it is ready, but does not listen on the port that server.properties gives it';

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** What server.properties cannot express, or not in every version. */
function firstCommands(
  { kernel, settings }: RealmSpec,
  version: string,
  centre: { x: number; z: number } | null,
): string[] {
  const { borderDiameter, dealDamage, monsterSpawn, commandBlocks } = settings;
  const rules = switchCommands(version, settings);
  if (isAtLeast(version, '1.21.9')) {
    rules.push(
      ruleCommand(version, 'pvp', dealDamage),
      ruleCommand(version, 'spawnMonsters', monsterSpawn),
      ruleCommand(version, 'commandBlocksEnabled', commandBlocks),
      ruleCommand(version, 'allowEnteringNetherUsingPortals', true),
    );
  }
  // The console's position is the spawn point, and this prints it.
  const placed = centre
    ? [`worldborder center ${centre.x} ${centre.z}`, ...otherCentreCommands(kernel, version, centre)]
    : ['setworldspawn ~ ~ ~', 'worldborder center ~ ~'];
  return [
    ...placed,
    ...borderCommands(kernel, version, borderDiameter),
    ...rules.flatMap((command) => everywhere(kernel, command)),
  ];
}

function changeCommands(
  changed: ReadonlySet<keyof RealmSettings>,
  kernel: KernelName,
  settings: RealmSettings,
  version: string,
): string[] {
  const { borderDiameter, gameMode, difficultyLevel } = settings;
  const mode = gameMode.toLowerCase();
  const commands: Partial<Record<keyof RealmSettings, string[]>> = {
    borderDiameter: borderCommands(kernel, version, borderDiameter),
    gameMode: [`defaultgamemode ${mode}`, `gamemode ${mode} @a`],
    difficultyLevel: everywhere(kernel, `difficulty ${difficultyWord(difficultyLevel)}`),
  };
  const rules = switchCommands(version, settings, [...changed]);
  return [
    ...[...changed].flatMap((name) => commands[name] ?? []),
    ...rules.flatMap((command) => everywhere(kernel, command)),
  ];
}

function endError({ code, signal, lastLines }: JavaEnd): Error {
  return new Error(`the game's server ended with ${code ?? signal}:\n${lastLines}`);
}

async function aborted(signal: AbortSignal): Promise<'stopping'> {
  await new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', resolve, { once: true });
  });
  return 'stopping';
}

async function late(ms: number): Promise<'late'> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
  return 'late';
}

async function within(ms: number, end: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([end.then(() => true), late(ms)])) === true;
}
