import { readdirSync, readFileSync, statSync } from 'node:fs';

/** Reads each file and folder. */
for (const path of process.argv.slice(2)) {
  try {
    const bytes = statSync(path).isDirectory() ? readdirSync(path).join() : readFileSync(path, 'latin1');
    console.log(`${path} read: ${JSON.stringify(bytes.slice(0, 200))}`);
  } catch (error) {
    console.log(`${path} failed: ${(error as Error).message}`);
  }
}
