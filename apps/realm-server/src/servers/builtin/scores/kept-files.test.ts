import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptFiles } from './kept-files.ts';

test('a text that changes and changes back while it is written is kept', async () => {
  const worldFolder = mkdtempSync(join(tmpdir(), 'kept-files-'));
  onTestFinished(() => rmSync(worldFolder, { recursive: true }));
  let whileWriting: (() => void) | undefined;
  const files = new KeptFiles({
    worldFolder,
    assertClaim: () => whileWriting?.(),
    log: () => undefined,
    fail: () => undefined,
    unsaved: { note: () => undefined },
  });
  whileWriting = () => {
    whileWriting = undefined;
    for (const made of [2, 1]) files.putJson('made.json', { made });
  };
  files.putJson('made.json', { made: 1 });
  await files.save();
  expect(JSON.parse(readFileSync(join(worldFolder, 'data/made.json'), 'utf8'))).toEqual({ made: 1 });
});
