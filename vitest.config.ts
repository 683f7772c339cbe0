import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longMs = 60_000;
/** What is waited for comes late where a core is busy with something else. */
const poll = { timeout: 20_000, interval: 50 };

/** What takes longest, to be begun first: begun last, it would leave the other workers with nothing to do. As bin/test prints it. */
const longest = [
  'e2e/walk',
  'e2e/kernel',
  'e2e/kill',
  'e2e/identity',
  'supervisor/test/start',
  'e2e/account',
  'e2e/attack/attacks',
  'e2e/whole-copy',
  'runtime/test/local-java',
  'docker/docker-runtime',
  'kubernetes/kubernetes-runtime',
  'guests/test/attacks',
  'api/test/hostile',
  'postgres/test/postgres',
  'realm-server/test/attack/hostile',
].map((file) => `/${file}.test.ts`);

const place = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((file) => moduleId.endsWith(file));
  return found < 0 ? longest.length : found;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/** The code runs as it does in production, by Node itself: Vite's transforms took an eighth of a suite's time. */
const byNode = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    // Three more than the cores of the smallest machine: each waits for databases and realms a good part of its time.
    maxWorkers: 5,
    // As in what is built: a worker must not stay at its end.
    execArgv: ['--no-concurrent-sparkplug'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'units',
          include: [
            'packages/{archives,contract,protocol,postgres,realm-protocol,safe-fs,settings,sockets}/**/*.test.ts',
            'apps/{fake-providers,gateway,guests,web}/**/*.test.{ts,tsx}',
            'apps/supervisor/src/**/*.test.ts',
            'apps/api/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'lint/**/*.test.ts',
          ],
          // Here and in all others each worker loads the code once, for all its files.
          isolate: false,
          expect: { poll },
          testTimeout: longMs,
          hookTimeout: longMs,
        },
      },
      {
        test: {
          name: 'api',
          experimental: byNode,
          include: ['apps/api/test/**/*.test.ts'],
          globalSetup: ['apps/api/test/global-setup.ts'],
          isolate: false,
          expect: { poll },
          testTimeout: longMs,
          hookTimeout: longMs,
        },
      },
      {
        test: {
          name: 'conformance',
          experimental: byNode,
          include: ['packages/runtime/**/*.test.ts', 'apps/{host,realm-server}/**/*.test.ts'],
          globalSetup: ['apps/realm-server/test/global-setup.ts'],
          isolate: false,
          expect: { poll },
          testTimeout: longMs,
          hookTimeout: longMs,
        },
      },
      {
        // By bin/cluster-test, and by nothing else.
        test: {
          name: 'cluster',
          experimental: byNode,
          include: ['packages/runtime/test/*.on-cluster.ts', 'e2e/*.on-cluster.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          expect: { poll: { timeout: 4 * longMs, interval: 200 } },
          testTimeout: 10 * longMs,
          hookTimeout: 10 * longMs,
        },
      },
      {
        test: {
          name: 'e2e',
          experimental: byNode,
          include: ['e2e/**/*.test.ts', 'apps/supervisor/test/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          setupFiles: ['e2e/setup.ts'],
          isolate: false,
          sequence: { groupOrder: 1 },
          // Browsers wait less.
          maxWorkers: 3,
          expect: { poll },
          testTimeout: 5 * longMs,
          hookTimeout: 5 * longMs,
        },
      },
    ],
  },
});
