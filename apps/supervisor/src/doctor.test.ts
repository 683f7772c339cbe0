import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** What bin/doctor prints. @param checkout whose code it is */
async function examine(checkout: string, ...flags: string[]): Promise<string> {
  const script = join(checkout, 'apps/supervisor/src/doctor.ts');
  return text(spawn(process.execPath, [script, '--checkout', checkout, ...flags]).stdout);
}

test('a checkout whose packages are not installed yet is examined without them', async () => {
  const bare = await mkdtemp(join(tmpdir(), 'realmkeep-bare-'));
  try {
    for (const folder of ['apps/supervisor/src', 'packages/settings/src']) {
      await cp(join(root, folder), join(bare, folder), { recursive: true });
    }
    expect(await examine(bare)).toMatch(/not known before bin\/start has installed the packages[^]*\n\n/i);
  } finally {
    await rm(bare, { recursive: true, force: true });
  }
});

test('a port that was chosen for the sandbox is tried, as are its wall and what it needs', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const place = ['--data-dir', join(tmpdir(), 'realmkeep-no-such'), '--host', '127.0.0.1'];
  expect(await examine(root, ...place, '--sandbox-port', String(port))).toMatch(
    new RegExp(`PROBLEM  ports +Port ${port} is taken by another program`),
  );
  other.close();
  const open = await examine(root, ...place, '--kernels', 'sandbox', '--public-url', 'https://realms.example');
  expect(open).toMatch(/PROBLEM {2}sandbox +KERNELS: the sandbox runs a stand-in for the game, so it may not stand at/);
});
