import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeProxyV2 } from '@realmkeep/protocol';
import { plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';
import { giveUnix } from '@realmkeep/sockets';
import minecraft from 'minecraft-protocol';
import { banner } from '../../../rolldown.config.ts';
import { codeEnding, programFile, programFiles } from '../compiled-ahead.ts';
import launch from '../launch.json' with { type: 'json' };

/**
 * Starts a realm from the build, lets a player in, and puts what V8 has compiled for that beside each file of the program. Realms start with
 * it from then on.
 */

const withinMs = 300_000;
const dist = join(import.meta.dirname, '../dist');

/** Loads the program as realm-server.cjs does, and writes at the end what V8 has compiled of each of its files. */
const recorder = `${banner}
const { writeFileSync } = require('node:fs');
const { createRequire, Module } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');
const scripts = new Map();
Module.prototype._compile = function (text, filename) {
  const script = new Script(Module.wrap(text), { filename });
  scripts.set(filename, script);
  const { exports } = this;
  script.runInThisContext().call(exports, exports, createRequire(filename), this, filename, dirname(filename));
};
process.once('exit', () => {
  for (const [filename, script] of scripts) writeFileSync(filename + '${codeEnding}.new', script.createCachedData());
});
require(${JSON.stringify(join(dist, programFile))});
`;

const spec: RealmSpec = {
  realmId: '00000000-0000-4000-8000-000000000000',
  number: 1,
  kernel: 'sandbox',
  map: 'meadow',
  settings: plainSettings,
  limits: { memoryMiB: 256, cores: 1, processes: 32 },
};

const folder = await mkdtemp(join(tmpdir(), 'compile-ahead-'));
try {
  await writeFile(join(folder, 'spec.json'), JSON.stringify(spec));
  const [control, game] = [join(folder, 'control'), join(folder, 'game')];
  const entry = join(folder, 'recorder.cjs');
  await writeFile(entry, recorder);
  const args = [...launch.execArgv, entry, '--dir', folder, '--lease', '1'];
  const realm = giveUnix(control, { mode: 0o600 }, (controlFd) =>
    giveUnix(game, { mode: 0o600 }, (gameFd) =>
      spawn(process.execPath, args, {
        env: launch.env,
        stdio: ['ignore', 'inherit', 'inherit', 'ignore', controlFd, gameFd],
      }),
    ),
  );
  const ended = once(realm, 'exit', { signal: AbortSignal.timeout(withinMs) });
  await Promise.race([comeIn(game), ended]).finally(() => realm.kill('SIGTERM'));
  const [code] = await ended;
  if (code !== 0) throw new Error(`the realm ended with ${code}`);
  for (const name of programFiles) {
    const path = join(dist, `${name}${codeEnding}`);
    await rename(`${path}.new`, path);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Returns when a player has come in, and knows where. */
async function comeIn(game: string): Promise<void> {
  const nowhere = { host: '127.0.0.1', port: 25_565 };
  const client = minecraft.createClient({
    version: '1.16.5',
    auth: 'offline',
    username: 'Builder',
    connect: (dialling) => {
      const socket = connect(game);
      socket.write(encodeProxyV2({ source: nowhere, destination: nowhere }));
      dialling.setSocket(socket);
    },
  });
  client.on('error', () => undefined);
  await once(client, 'position', { signal: AbortSignal.timeout(withinMs) });
  client.end('');
}
