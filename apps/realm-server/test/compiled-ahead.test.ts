import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { banner } from '../../../rolldown.config.ts';
import { codeEnding, programFile, programFiles } from '../compiled-ahead.ts';
import launch from '../launch.json' with { type: 'json' };

/** Runs it as realms are started. @returns its output */
async function run(...args: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [...launch.execArgv, ...args], { env: launch.env })).stdout;
}

test('V8 takes the code that was compiled when the program was built, whatever memory a realm has', async () => {
  const paths = programFiles.map((name) => join(dirname(inject('realmServer')), name));
  const script = `${banner}
    const { readFileSync } = require('node:fs');
    for (const filename of ${JSON.stringify(paths)}) {
      const cachedData = readFileSync(filename + '${codeEnding}');
      const text = require('node:module').wrap(readFileSync(filename, 'utf8'));
      console.log(new (require('node:vm').Script)(text, { filename, cachedData }).cachedDataRejected);
    }`;
  for (const mib of [96, 1_000])
    expect(await run(`--max-old-space-size=${mib}`, '--eval', script)).toBe('false\nfalse\n');
});

test('a program is run from such code, and from its text where there is none or V8 refuses it', async () => {
  const folder = await mkdtemp(join(inject('realmsFolder'), 'loaded-'));
  const entry = join(folder, 'realm-server.cjs');
  const program = join(folder, programFile);
  await copyFile(inject('realmServer'), entry);
  const text = "console.log('as text', __filename, typeof require('node:fs').openSync, module.exports === exports)";
  await writeFile(program, text);
  const said = (how: string): string => `${how} ${program} function true\n`;
  expect(await run(entry)).toBe(said('as text'));
  // V8 identifies a source by its length: the output shows which was run.
  const compiled = JSON.stringify(text.replace('as text', 'as code'));
  const code = `new (require('node:vm').Script)(require('node:module').wrap(${compiled})).createCachedData()`;
  await run('--eval', `${banner} require('node:fs').writeFileSync('${program}${codeEnding}', ${code})`);
  expect(await run(entry)).toBe(said('as code'));
  await writeFile(`${program}${codeEnding}`, 'of another version');
  expect(await run(entry)).toBe(said('as text'));
});
