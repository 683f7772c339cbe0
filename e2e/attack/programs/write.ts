import { writeFileSync } from 'node:fs';

/** Writes each file. */
for (const path of process.argv.slice(2)) {
  try {
    writeFileSync(path, 'left by a realm');
    console.log(`${path} written`);
  } catch (error) {
    console.log(`${path} failed: ${(error as Error).message}`);
  }
}
