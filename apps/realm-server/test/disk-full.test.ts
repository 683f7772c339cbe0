import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { breakBlock, groundAround, hears, joinBot, sees } from './bots.ts';
import { comesIn, compileFirst, makeJavaRealm } from './java/java-realm.ts';
import { makeRealmFolder, startRealm, until } from './realm-process.ts';

compileFirst();

/** Only root may mount a disk of its own. */
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)('on a full disk nothing is thrown away: who stops waits, and what was built is there', async () => {
  const dir = makeRealmFolder();
  const mountPoint = mountSmall(8);
  execFileSync('cp', ['-a', `${dir}/.`, mountPoint]);
  const filler = join(mountPoint, 'filler');

  const realm = await startRealm(mountPoint);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const [first, second] = groundAround(ada, 2);
  if (!first || !second) throw new Error('no ground');
  fill(filler, mountPoint);
  const told = hears(ada, 'disk is full');
  for (const block of [first, second]) breakBlock(ada, block);
  await told;
  const { unsavedSince } = await realm.stateWhere((state) => state.unsavedSince !== null);
  expect(unsavedSince).toBeLessThanOrEqual(Date.now());

  // Some room for a moment: it goes on by itself, and says so.
  const savedAgain = hears(ada, 'everything has been saved');
  rmSync(filler);
  await savedAgain;
  await realm.stateWhere((state) => state.unsavedSince === null);

  fill(filler, mountPoint);
  const third = groundAround(ada, 1)[0];
  if (!third) throw new Error('no ground');
  breakBlock(ada, third);
  await sees(ada, third, 'air');
  await realm.stateWhere((state) => state.unsavedSince !== null);
  await realm.call('POST', '/stop');
  await realm.stateWhere((state) => state.phase === 'STOPPING' && state.unsavedSince !== null);
  // It has tried once more since.
  await until(() => (realm.child.exitCode === null ? true : null));
  rmSync(filler);
  expect(await realm.ended()).toMatchObject({ code: 0 });

  const again = await startRealm(mountPoint, 2);
  const bob = await joinBot(again.gameSocket, 'Ada');
  for (const block of [first, second, third]) await sees(bob, block, 'air');
});

test.runIf(isRoot)('a Java server that cannot write is heard: its stop waits until all is saved', async () => {
  const mountPoint = mountSmall(80);
  execFileSync('cp', ['-a', `${await makeJavaRealm()}/.`, mountPoint]);
  const filler = join(mountPoint, 'filler');
  const realm = await startRealm(mountPoint);
  await realm.consoleLine('Done (');
  const ada = await comesIn(realm.gameSocket, 'Ada');
  const told = hears(ada, 'disk is full');
  fill(filler, mountPoint);
  await told;
  await realm.stateWhere((state) => state.unsavedSince !== null);
  await realm.call('POST', '/command', { command: 'mark a tower', by: null });
  await realm.consoleLine('The world is marked: a tower');

  await realm.call('POST', '/stop');
  await realm.stateWhere((state) => state.phase === 'STOPPING' && state.unsavedSince !== null);
  expect(realm.child.exitCode).toBeNull();
  rmSync(filler);
  expect(await realm.ended()).toMatchObject({ code: 0 });
  expect(readFileSync(join(mountPoint, 'world/stand-in.txt'), 'utf8')).toContain('a tower');
  expect(readFileSync(join(mountPoint, 'logs/console.log'), 'utf8')).toContain(
    'There is room again, and all is saved.',
  );
});

/** A disk of its own. */
function mountSmall(mebibytes: number): string {
  const mountPoint = mkdtempSync(join(tmpdir(), 'realm-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'none', mountPoint]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', mountPoint]);
    rmdirSync(mountPoint);
  });
  return mountPoint;
}

/** Fills it to the last block, even if others write. */
function fill(path: string, dir: string): void {
  const { bavail, bsize } = statfsSync(dir);
  execFileSync('sh', ['-c', 'head -c "$1" /dev/zero >"$2" || true', 'fill', String(bavail * bsize + bsize), path], {
    stdio: 'ignore',
  });
}
