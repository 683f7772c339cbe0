import type { JavaKernelName, RealmSpec } from '@realmkeep/realm-protocol';
import { expect, test } from 'vitest';
import { javaArguments } from './java-arguments.ts';

const after = (kernel: JavaKernelName) => {
  const java = { version: '1.20.4', jar: '/server.jar', runtime: '/usr/bin/java', eula: true };
  const limits = { memoryMiB: 1024, cores: 1 };
  const args = javaArguments({ kernel, java, limits } as RealmSpec & Required<Pick<RealmSpec, 'java'>>);
  const log = args.some((argument) => argument.startsWith('-Dlog4j.configurationFile='));
  return { log, own: args.slice(args.indexOf('-jar') + 2) };
};

test('what owners may set of Paper and Purpur lies in the folder that they see', () => {
  expect(after('paper').own).toEqual(['--nojline', '--spigot-settings', 'config/spigot.yml', 'nogui']);
  expect(after('purpur').own.slice(3)).toEqual(['--purpur-settings', 'config/purpur.yml', 'nogui']);
});

test('vanilla and Fabric know none of that, and log as they are told', () => {
  const bare = { log: true, own: ['nogui'] };
  expect([after('vanilla'), after('fabric')]).toEqual([bare, bare]);
  expect(after('paper').log).toBe(false);
});
