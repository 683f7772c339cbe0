import { defineConfig } from 'vitest/config';

const longMs = 60_000;

export default defineConfig({
  test: {
    // The tests of the api wait for its database as often as they compute.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'units',
          include: [
            'packages/{archives,contract,protocol,postgres,realm-protocol,safe-fs,settings,sockets}/**/*.test.ts',
            'apps/{gateway,guests,web}/**/*.test.{ts,tsx}',
            'apps/supervisor/src/**/*.test.ts',
            'apps/api/src/**/*.test.ts',
            'bench/**/*.test.ts',
            'lint/**/*.test.ts',
          ],
          testTimeout: longMs,
          hookTimeout: longMs,
        },
      },
      {
        test: {
          name: 'api',
          include: ['apps/api/test/**/*.test.ts'],
          globalSetup: ['apps/api/test/global-setup.ts'],
          // Each worker loads the api once, for all its files.
          isolate: false,
          testTimeout: longMs,
          hookTimeout: longMs,
        },
      },
      {
        test: {
          name: 'conformance',
          include: ['packages/runtime/**/*.test.ts', 'apps/realm-server/**/*.test.ts'],
          // A game that is short of the processor misses its ticks.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: longMs,
          hookTimeout: longMs,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts', 'apps/supervisor/test/**/*.test.ts'],
          // Two products at once: each waits for its realms and pages half of the time.
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 2 },
          testTimeout: 5 * longMs,
          hookTimeout: 5 * longMs,
        },
      },
    ],
  },
});
