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
 * What bin/test says of its suites at their end, for of a long output only the end may be seen: of each a line
 * `SUITE PASSED FAILED` with its slowest files, then an empty line and whatever failed, also outside of a test, and what was not
 * run. To the file that --outputFile names.
 */
export default class SummaryReporter implements Reporter {
  #file = '/dev/stdout';

  onInit({ config }: Vitest): void {
    if (typeof config.outputFile === 'string') this.#file = config.outputFile;
  }

  onTestRunEnd(modules: readonly TestModule[], outside: readonly Thrown[]): void {
    const suites = Map.groupBy(modules, ({ project }) => project.name);
    const [first] = suites.keys();
    const suiteOf = ({ VITEST_TEST_PATH: path }: Thrown) =>
      modules.find(({ moduleId }) => moduleId === path)?.project.name ?? first;
    const lines = [...suites].map(([name, files]) => {
      const states = files.flatMap((file) => [...file.children.allTests()].map((test) => test.result().state));
      const count = (wanted: string) => states.filter((state) => state === wanted).length;
      const unloaded = files.reduce((sum, file) => sum + file.errors().length, 0);
      const others = outside.filter((error) => suiteOf(error) === name).length;
      return `${name} ${count('passed')} ${count('failed') + unloaded + others} ${slowestOf(files)}`;
    });
    const unloaded = modules.flatMap((module) =>
      module.errors().map((error) => `${relative('', module.moduleId)}: ${textOf(error)}\n`),
    );
    const notPassed = modules
      .flatMap((module) => [...module.children.allTests()])
      .flatMap((test) => {
        const { state, errors } = test.result();
        const name = `${relative('', test.module.moduleId)}: ${test.fullName}`;
        if (state === 'failed') return [`${name}\n${errors.map(textOf).join('\n')}\n`];
        return state === 'passed' ? [] : [`${name}: not run`];
      });
    const others = outside.map(
      (error) => `outside of a test, while ${String(error.VITEST_TEST_PATH)} ran: ${textOf(error)}\n`,
    );
    const summary = [...lines, '', ...unloaded, ...others, ...notPassed, ''].join('\n');
    writeFileSync(this.#file, summary);
  }
}

/** The eight files that took longest, with their seconds. */
function slowestOf(files: readonly TestModule[]): string {
  return files
    .map((file) => ({ name: basename(file.moduleId, '.test.ts'), ms: file.diagnostic().duration }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 8)
    .map(({ name, ms }) => `${name} ${(ms / 1000).toFixed(0)} s`)
    .join(', ');
}
