// `node copy-app.ts <checkout>`: prints the folder to run from, which is the checkout itself wherever that will do.
import { copyApp } from './app-copy.ts';

process.stdout.write(`${await copyApp(process.argv[2] ?? '.')}\n`);
