// `node copy-app.ts <checkout>`: copies what runs, and prints where to.
import { copyApp } from './install/app-copy.ts';

process.stdout.write(`${await copyApp(process.argv[2] ?? '.')}\n`);
