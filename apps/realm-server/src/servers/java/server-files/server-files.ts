import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DifficultyLevel, RealmSettings, RealmSpec } from '@realmkeep/realm-protocol';
import { listText } from '../../list-text.ts';
import { permissionsText } from './held-settings.ts';
import { logConfiguration } from '../java-arguments.ts';
import { nobodysName } from '../lists/list-files.ts';
import { listFiles } from '../lists/server-lists.ts';

/** The login proxy accepts no more connections than this. */
const noLimit = 1000;
/** In chunks: as far as a server of this size keeps up with. */
const viewDistance = 8;
const simulationDistance = 6;
/** A spawn point is protected only while there is an operator. This one does not exist, and may do nothing. */
const nobody = {
  uuid: 'f2d7a1c0-5f0e-4c7b-9d0a-000000000000',
  name: nobodysName,
  level: 1,
  bypassesPlayerLimit: false,
};

/**
 * Writes afresh all that the server reads at its start: only the realm changes these files in its folder. The world is in
 * `world`, plugins are in `plugins`, and the server's own settings in `config`, which owners can see.
 * @param port on loopback, where only the login proxy connects
 */
export async function writeServerFiles(folder: string, spec: RealmSpec, port: number): Promise<void> {
  for (const name of ['plugins', 'config', 'logs']) {
    await moveAside(join(folder, name), (there) => !there.isDirectory());
    await mkdir(join(folder, name), { recursive: true });
  }
  await keepCrashReports(folder);
  const files: Record<string, string> = {
    'server.properties': propertiesText(serverProperties(spec, port)),
    'eula.txt': `eula=${spec.java?.eula === true}\n`,
    'ops.json': JSON.stringify(spec.settings.spawnProtectionRadius > 0 ? [nobody] : []),
    ...listFiles(spec.settings),
    'bukkit.yml': bukkitText(spec.settings),
    'permissions.yml': permissionsText,
    [logConfiguration]: logging,
  };
  for (const [name, text] of Object.entries(files)) {
    await moveAside(join(folder, name), (there) => !there.isFile());
    await writeFile(join(folder, name), text, { mode: 0o600 });
  }
}

/** A program of the realm may have put something else where the server has its own: the realm could never start again. */
async function moveAside(path: string, isWrong: (there: Stats) => boolean): Promise<void> {
  const there = await lstat(path).catch(() => null);
  if (there && isWrong(there)) await rename(path, `${path}.${randomUUID()}`);
}

/** The server writes its crash reports beside its logs; owners see them among those. What an older start has left there moves. */
async function keepCrashReports(folder: string): Promise<void> {
  const [there, shown] = [join(folder, 'crash-reports'), join(folder, 'logs', 'crash-reports')];
  const isRealFolder = (await lstat(there).catch(() => null))?.isDirectory() ?? false;
  if (isRealFolder) await rename(there, shown).catch(() => undefined);
  await mkdir(shown, { recursive: true });
  await symlink(join('logs', 'crash-reports'), there).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

/** Source: https://minecraft.wiki/w/Server.properties. A version ignores what it does not know. */
export function serverProperties(
  { map, seed, settings }: Pick<RealmSpec, 'map' | 'seed' | 'settings'>,
  port: number,
): Record<string, string | number | boolean> {
  const { resourcePack } = settings;
  return {
    'server-ip': '127.0.0.1',
    'server-port': port,
    // No licences are checked; the login proxy decides who may use which name.
    'online-mode': false,
    'enforce-secure-profile': false,
    // By the port in the line of a login the login proxy knows its own connections.
    'log-ips': true,
    'prevent-proxy-connections': false,
    'enable-rcon': false,
    'enable-query': false,
    'enable-status': true,
    'accepts-transfers': false,
    'level-name': 'world',
    // For an existing world, level.dat says both.
    'level-type': map === 'amplified' ? 'amplified' : 'normal',
    'level-seed': seed ?? '',
    motd: listText(settings),
    'max-players': settings.slots ?? noLimit,
    gamemode: settings.gameMode.toLowerCase(),
    'force-gamemode': true,
    difficulty: difficultyWord(settings.difficultyLevel),
    hardcore: settings.difficultyLevel === 'HARDCORE',
    pvp: settings.dealDamage,
    'allow-flight': settings.flySurvival,
    'allow-nether': true,
    'enable-command-block': settings.commandBlocks,
    'spawn-animals': settings.animalSpawn,
    'spawn-monsters': settings.monsterSpawn,
    'spawn-npcs': settings.villagersRespawn,
    'spawn-protection': settings.spawnProtectionRadius,
    // What managers may do on a vanilla server: all but stop it. Whom they make an operator, the login proxy judges.
    'op-permission-level': 3,
    // The login proxy enforces it, as it knows who is a guest. It is here so that the game's command finds something to change.
    'white-list': settings.access.whitelistOn,
    'view-distance': viewDistance,
    'simulation-distance': simulationDistance,
    'resource-pack': resourcePack?.url ?? '',
    'resource-pack-sha1': resourcePack?.sha1 ?? '',
    'sync-chunk-writes': true,
    'max-tick-time': 60_000,
  };
}

/** HARDCORE has no word here: it is hard difficulty plus a flag of the world. */
export function difficultyWord(level: DifficultyLevel): string {
  return level === 'HARDCORE' ? 'hard' : level.toLowerCase();
}

/** As java.util.Properties reads it: ISO 8859-1, with escapes for everything else. */
export function propertiesText(properties: Record<string, string | number | boolean>): string {
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${escape(String(value))}`);
  return `${lines.join('\n')}\n`;
}

function escape(text: string): string {
  const escaped = text.replace(/[\\:=#!]/g, '\\$&').replace(/^ /, '\\ ');
  return escaped.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Paper's. */
function bukkitText({ animalSpawn, monsterSpawn }: RealmSettings): string {
  return [
    'settings:',
    '  allow-end: true',
    // All connections come from the login proxy, behind the gateway's limits.
    '  connection-throttle: -1',
    'spawn-limits:',
    `  monsters: ${monsterSpawn ? 70 : 0}`,
    `  animals: ${animalSpawn ? 10 : 0}`,
    '',
  ].join('\n');
}

const pattern = '[%d{HH:mm:ss}] [%t/%level]: %msg{nolookups}%n';

/** For a vanilla server: as its own, but that nothing in a message is looked up (CVE-2021-44228), and its files are bounded. */
const logging = `<?xml version="1.0" encoding="UTF-8"?>
<Configuration status="WARN">
  <Appenders>
    <Console name="SysOut" target="SYSTEM_OUT"><PatternLayout pattern="${pattern}"/></Console>
    <RollingRandomAccessFile name="File" fileName="logs/latest.log" filePattern="logs/server-%i.log.gz">
      <PatternLayout pattern="${pattern}"/>
      <Policies><SizeBasedTriggeringPolicy size="8 MB"/><OnStartupTriggeringPolicy/></Policies>
      <DefaultRolloverStrategy max="5"/>
    </RollingRandomAccessFile>
  </Appenders>
  <Loggers><Root level="info"><AppenderRef ref="SysOut"/><AppenderRef ref="File"/></Root></Loggers>
</Configuration>
`;
