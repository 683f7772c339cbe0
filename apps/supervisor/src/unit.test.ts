import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { unitText } from './unit.ts';

const analyze = (...args: string[]) => promisify(execFile)('systemd-analyze', args);
const plain = { program: '/opt/x/bin/start', args: [], forMachine: true, afterPostgres: false, writes: ['/srv/data'] };

test('a command line means what it says, whatever is in it', () => {
  const args = ['--data-dir', '/srv/100%/a"b\\c$d'];
  const unit = unitText({ ...plain, program: '/opt/my games/bin/start', args });
  expect(unit).toContain(String.raw`ExecStart="/opt/my games/bin/start" "--data-dir" "/srv/100%%/a\"b\\c$$d"`);
});

test("a user's own service has nothing that only the machine's may have", () => {
  expect(unitText(plain)).toMatch(/ProtectSystem=[\s\S]*WantedBy=multi-user.target/);
  expect(unitText({ ...plain, forMachine: false })).not.toMatch(/Protect|network-online/);
});

test('it starts after a PostgreSQL of the machine', () => {
  expect(unitText({ ...plain, afterPostgres: true })).toContain('After=network-online.target postgresql.service');
});

test('its realms get their walls: a hostname, and a folder to try them in', () => {
  expect(unitText(plain)).not.toContain('ProtectHostname');
  expect(unitText(plain)).toContain('PrivateTmp=yes');
});

test('homes are closed to it unless it writes there', () => {
  expect(unitText(plain)).toContain('ProtectHome=yes');
  expect(unitText({ ...plain, writes: ['/home/anna/realmkeep/data'] })).not.toContain('ProtectHome');
});

test("systemd knows every word of it, and calls what it may do at most 4.1 of 10 (a service's of no hardening: 9.6)", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-unit-'));
  try {
    const file = join(folder, 'realmkeep.service');
    await writeFile(file, unitText({ ...plain, program: '/bin/true' }));
    const verified = await analyze('verify', '--man=no', file);
    expect(verified.stderr.split('\n').filter((line) => line.includes('realmkeep.service'))).toEqual([]);
    await analyze('security', '--offline=true', '--threshold=41', file);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the example for an ordinary user of the machine is known to systemd too, and called 3.0', async () => {
  const file = join(import.meta.dirname, '../../../deploy/realmkeep-user.service');
  const { stdout } = await analyze('security', '--offline=true', '--threshold=30', '--no-pager', file);
  expect(stdout).toContain('Overall exposure level');
});
