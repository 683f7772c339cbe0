import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { unitText, type Unit } from './unit.ts';

const run = promisify(execFile);
const root: Unit = {
  program: '/opt/x/bin/start',
  args: [],
  user: 'root',
  afterPostgres: false,
  reads: ['/opt/x'],
  writes: ['/srv/data'],
  runFolder: null,
  group: null,
};
const ordinary: Unit = { ...root, user: 'daemon', runFolder: 'realm keep', group: 'www-data' };

test('a command line means what it says, whatever is in it', () => {
  const args = ['--data-dir', '/srv/100%/a"b\\c$d'];
  const unit = unitText({ ...root, program: '/opt/my games/bin/start', args });
  expect(unit).toContain(String.raw`ExecStart="/opt/my games/bin/start" "--data-dir" "/srv/100%%/a\"b\\c$$d"`);
});

test('a folder means what it says too', () => {
  expect(unitText({ ...ordinary, writes: ['/srv/100%/a$b'] })).toContain('ReadWritePaths="/srv/100%%/a$b"\n');
});

test("a user's own service has nothing that only the machine's may have", () => {
  expect(unitText(root)).toMatch(/ProtectSystem=[\s\S]*WantedBy=multi-user.target/);
  expect(unitText({ ...root, user: null })).not.toMatch(/Protect|network-online|User=/);
});

test('it starts after a PostgreSQL of the machine', () => {
  expect(unitText({ ...root, afterPostgres: true })).toContain('After=network-online.target postgresql.service');
});

test('its realms get their walls: a hostname, a folder to try them in, and a /proc of which nothing is covered', () => {
  for (const unit of [unitText(root), unitText(ordinary)]) {
    expect(unit).not.toContain('ProtectHostname');
    expect(unit).toContain('PrivateTmp=yes');
  }
  expect(unitText(ordinary)).not.toMatch(/ProtectKernelTunables|ProtectKernelLogs|ProtectProc/);
});

test('homes are closed to it unless it lies or writes there', () => {
  for (const unit of [root, ordinary]) {
    expect(unitText(unit)).toContain('ProtectHome=yes');
    expect(unitText({ ...unit, writes: ['/home/anna/realmkeep/data'] })).toContain('ProtectHome=no');
    expect(unitText({ ...unit, reads: ['/home/anna/realmkeep'] })).toContain('ProtectHome=no');
  }
});

test.each([
  { who: 'root', unit: root, most: 41 },
  { who: 'an ordinary user', unit: ordinary, most: 30 },
])(
  "systemd knows every word of $who's, and calls what it may do at most $most of 100 (of no hardening: 96)",
  async ({ unit, most }) => {
    const folder = await mkdtemp(join(tmpdir(), 'realmkeep-unit-'));
    try {
      const file = join(folder, 'realmkeep.service');
      await writeFile(file, unitText({ ...unit, program: '/bin/true' }));
      const verified = await run('systemd-analyze', ['verify', '--man=no', file]);
      expect(verified.stderr.split('\n').filter((line) => line.includes('realmkeep.service'))).toEqual([]);
      await run('systemd-analyze', ['security', '--offline=true', `--threshold=${most}`, file]);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
