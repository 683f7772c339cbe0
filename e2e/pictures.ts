/** Walks every page in every look, saves a picture of each below e2e/pictures, and reports faults: `npm run pictures [part of a look's name …]`. */
import { rm } from 'node:fs/promises';
import { languages } from '@realmkeep/contract/languages';
import { launchBrowser } from '@realmkeep/testkit/browser';
import { type Look, walk } from './walk.ts';
import { startWalkWorld } from './walk-people.ts';

const folder = new URL('pictures', import.meta.url).pathname;
const wanted = process.argv.slice(2);
if (wanted.length === 0) await rm(folder, { recursive: true, force: true });
await using browser = await launchBrowser();

// One product for each language: logins of an account are limited, and each look needs its own session.
for (const language of languages) {
  const looks = (['light', 'dark'] as const)
    .flatMap((theme) =>
      [360, 820, 1440].map((width): Look => ({ language, theme, width, steady: true, still: theme === 'dark' })),
    )
    .filter((look) => wanted.length === 0 || wanted.some((part) => nameOf(look).includes(part)));
  if (looks.length === 0) continue;
  await using stack = new AsyncDisposableStack();
  const world = await startWalkWorld(looks.length);
  stack.defer(world.stop);
  for (const [session, look] of looks.entries()) {
    const faults = await walk({ world, browser, look, session, folder });
    console.log(`${nameOf(look)}: ${faults.length} faults`);
    for (const fault of faults) console.log(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}
console.log(folder);

function nameOf({ language, theme, width }: Look): string {
  return `${language}-${theme}-${width}`;
}
