import { writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Of an error's text: that of all of them is in the output already. */
const longestText = 1000;

interface Thrown {
  readonly message: string;
  readonly stack?: string;
  /** The file that was running, where it was thrown outside of a test. */
  readonly VITEST_TEST_PATH?: unknown;
}

const textOf = ({ message, stack }: Thrown): string => (stack ?? message).slice(0, longestText);

/**
 * What bin/test says of a suite at its end, for of a long output only the end may be seen: a line `PASSED FAILED`, one of the
 * slowest files, then whatever failed, also outside of a test, and what was not run. To the file that --outputFile names.
 */
export default class SummaryReporter implements Reporter {
  #file = '/dev/stdout';

  onInit({ config }: Vitest): void {
    if (typeof config.outputFile === 'string') this.#file = config.outputFile;
  }

  onTestRunEnd(modules: readonly TestModule[], outside: readonly Thrown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const slowest = modules
      .map((module) => ({ name: basename(module.moduleId, '.test.ts'), ms: module.diagnostic().duration }))
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, 8)
      .map(({ name, ms }) => `${name} ${(ms / 1000).toFixed(0)} s`);
    const unloaded = modules.flatMap((module) =>
      module.errors().map((error) => `${relative('', module.moduleId)}: ${textOf(error)}\n`),
    );
    const notPassed = tests.flatMap((test) => {
      const { state, errors } = test.result();
      const name = `${relative('', test.module.moduleId)}: ${test.fullName}`;
      if (state === 'failed') return [`${name}\n${errors.map(textOf).join('\n')}\n`];
      return state === 'passed' ? [] : [`${name}: not run`];
    });
    const others = outside.map(
      (error) => `outside of a test, while ${String(error.VITEST_TEST_PATH)} ran: ${textOf(error)}\n`,
    );
    const failed = count('failed') + unloaded.length + others.length;
    writeFileSync(
      this.#file,
      [`${count('passed')} ${failed}`, slowest.join(', '), ...unloaded, ...others, ...notPassed, ''].join('\n'),
    );
  }
}
