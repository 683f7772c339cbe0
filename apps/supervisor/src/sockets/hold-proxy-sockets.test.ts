import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { holdProxySockets } from './hold-proxy-sockets.ts';

let above: string;
let folder: string;

beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'realmkeep-proxy-'));
  folder = join(above, 'sockets');
});

afterEach(() => rmSync(above, { recursive: true }));

const hold = (group = '') => holdProxySockets(readConfig([], { PROXY_SOCKETS: folder, PROXY_SOCKETS_GROUP: group }));
const modeOf = (name: string) => (lstatSync(join(folder, name)).mode & 0o777).toString(8);

test('the folder is made, and only this user and the group may connect to what is in it', async () => {
  (await hold())?.[Symbol.dispose]();
  expect(['', 'page.sock', 'game.sock', 'sftp.sock'].map(modeOf)).toEqual(['755', '600', '600', '600']);
  // The user who runs the tests belongs to it.
  const { gid } = lstatSync(folder);
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  (await hold(group))?.[Symbol.dispose]();
  expect([modeOf('page.sock'), lstatSync(join(folder, 'page.sock')).gid]).toEqual(['660', gid]);
});

test('without the setting there are none', async () => {
  await expect(holdProxySockets(readConfig([], {}))).resolves.toBe(null);
});

test('a folder in which others could put what they like is refused, and so are a link, a group and a parent that are not there', async () => {
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  await expect(hold()).rejects.toThrow('nobody else can write to');
  rmSync(folder, { recursive: true });
  symlinkSync(above, folder);
  await expect(hold()).rejects.toThrow('nobody else can write to');
  rmSync(folder);
  await expect(hold('no-such-group')).rejects.toThrow('There is no group no-such-group');
  folder = join(above, 'none', 'sockets');
  await expect(hold()).rejects.toThrow('cannot be made');
});

test('the sockets of another installation are not taken from it', async () => {
  (await hold())?.[Symbol.dispose]();
  rmSync(join(folder, 'page.sock'));
  const other = createServer().listen(join(folder, 'page.sock'));
  await once(other, 'listening');
  await expect(hold()).rejects.toThrow('Another Realmkeep serves the sockets');
  other.close();
});
