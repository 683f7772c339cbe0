import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdTcp } from '@realmkeep/sockets';
import { expect, onTestFinished, test } from 'vitest';
import { askToStop, type ChildPlan, keepChild } from './keep-child.ts';

/** A child that carries out this, with two seconds until it has to be ready: longer than a busy machine takes to start it. */
function planOf(script: string): ChildPlan {
  const folder = mkdtempSync(join(tmpdir(), 'realmkeep-child-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'child.cjs'),
    `process.on('SIGTERM', () => process.exit()).on('message', () => process.exit());\n${script}`,
  );
  return {
    name: 'api',
    script: join(folder, 'child.cjs'),
    folder,
    log: join(folder, 'log'),
    user: null,
    sockets: {},
    environment: () => ({}),
    readyMs: 2000,
    askToStop,
    stopMs: 5000,
    isOutlived: false,
    say: () => undefined,
    onChange: () => undefined,
  };
}

test('a child gets each socket by as many descriptors as it is planned to have', async () => {
  const page = await holdTcp('127.0.0.1', 0);
  onTestFinished(() => page.close());
  const told = Promise.withResolvers<unknown>();
  const child = await keepChild({
    ...planOf(`const servers = process.env.PORT_FDS.split(' ').map((fd) =>
      require('node:net').createServer().listen({ fd: Number(fd) }));
      Promise.all(servers.map((server) => require('node:events').once(server, 'listening'))).then(() => {
        process.send({ ports: servers.map((server) => server.address().port), off: process.env.SFTP_FD });
        process.send({ ready: true });
      });`),
    sockets: { PORT_FDS: [page, page, page], SFTP_FD: null },
    onMessage: (message) => told.resolve(message),
  });
  expect(await told.promise).toEqual({ ports: [page.port, page.port, page.port] });
  await child.stop();
});

test('a child may take as long as it likes to upgrade the database, and has to be ready in time after that', async () => {
  const upgrading = 'process.send({ upgrading: true }); setTimeout(() => process.send({ upgrading: false }), 2400);';
  const child = await keepChild(planOf(`${upgrading} setTimeout(() => process.send({ ready: true }), 2450);`));
  await child.stop();
  await expect(keepChild(planOf(`${upgrading} setInterval(() => {}, 1000);`))).rejects.toThrow(
    'was not ready within 2 s',
  );
});
