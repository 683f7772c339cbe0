import { writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Of an error's text: that of all of them is in the output already. */
const longestText = 1000;

interface Thrown {
  readonly message: string;
  readonly stack?: string;
  /** The file that was running, where it was thrown outside of a test. */
  readonly VITEST_TEST_PATH?: unknown;
}

const textOf = ({ message, stack }: Thrown): string => (stack ?? message).slice(0, longestText);

/** When a suite began its first file and ended its last, in ms. */
interface Span {
  readonly begin: number;
  end: number;
}

/**
 * What bin/test says of suites at their end, for of a long output only the end may be seen: for each that ran, a line
 * `SUITE PASSED FAILED SECONDS SLOWEST FILES`; after an empty line whatever failed, also outside of a test, and what was not run.
 * To the file that --outputFile names.
 */
export default class SummaryReporter implements Reporter {
  #file = '/dev/stdout';
  readonly #spans = new Map<string, Span>();

  onInit({ config }: Vitest): void {
    if (typeof config.outputFile === 'string') this.#file = config.outputFile;
  }

  onTestModuleStart({ project: { name } }: TestModule): void {
    if (!this.#spans.has(name)) this.#spans.set(name, { begin: Date.now(), end: Date.now() });
  }

  onTestModuleEnd({ project: { name } }: TestModule): void {
    const span = this.#spans.get(name);
    if (span) span.end = Date.now();
  }

  onTestRunEnd(modules: readonly TestModule[], outside: readonly Thrown[]): void {
    const suites = Map.groupBy(modules, ({ project }) => project.name);
    const failures = modules.flatMap((module) => failuresOf(module));
    const others = outside.map(
      (error) => `outside of a test, while ${String(error.VITEST_TEST_PATH)} ran: ${textOf(error)}\n`,
    );
    // Of which suite they are is not said: they count once.
    const lines = [...suites].map(([name, own], index) => {
      const { begin, end } = this.#spans.get(name) ?? { begin: 0, end: 0 };
      return `${name} ${countsOf(own, index === 0 ? others.length : 0)} ${seconds(end - begin)} ${slowestOf(own)}`;
    });
    writeFileSync(this.#file, [...lines, '', ...failures, ...others, ''].join('\n'));
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(0);

const testsOf = (module: TestModule): TestCase[] => [...module.children.allTests()];

function countsOf(modules: readonly TestModule[], others: number): string {
  const tests = modules.flatMap(testsOf);
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const unloaded = modules.reduce((sum, module) => sum + module.errors().length, 0);
  return `${count('passed')} ${count('failed') + unloaded + others}`;
}

function slowestOf(modules: readonly TestModule[]): string {
  return modules
    .map((module) => ({ name: basename(module.moduleId, '.test.ts'), ms: module.diagnostic().duration }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 8)
    .map(({ name, ms }) => `${name} ${seconds(ms)} s`)
    .join(', ');
}

/** What could not be loaded, then what failed or was not run. */
function failuresOf(module: TestModule): string[] {
  const file = relative('', module.moduleId);
  const unloaded = module.errors().map((error) => `${file}: ${textOf(error)}\n`);
  const notPassed = testsOf(module).flatMap((test) => {
    const { state, errors } = test.result();
    const name = `${file}: ${test.fullName}`;
    if (state === 'failed') return [`${name}\n${errors.map(textOf).join('\n')}\n`];
    return state === 'passed' ? [] : [`${name}: not run`];
  });
  return [...unloaded, ...notPassed];
}
