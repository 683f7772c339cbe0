import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import { leanHttp } from '../rolldown.config.ts';

test('a program that is built serves by HTTP without loading what fetch is made of, until it fetches', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lean-http-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const input = join(folder, 'program.ts');
  await writeFile(
    input,
    `import http, { createServer, STATUS_CODES } from 'node:http';
    import * as all from 'http';
    const loaded = () => process.moduleLoadList.filter((name) => name.includes('undici')).length;
    console.log(createServer === http.createServer, all.request === http.request, STATUS_CODES[404], loaded());
    await fetch('data:,').then((answer) => console.log(answer.status, loaded() > 0));`,
  );
  const file = join(folder, 'program.mjs');
  await build({ input, platform: 'node', plugins: [leanHttp], logLevel: 'silent', output: { file, format: 'esm' } });
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  expect(stdout).toBe('true true Not Found 0\n200 true\n');
});
