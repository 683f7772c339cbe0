import { readdirSync, readFileSync } from 'node:fs';

/** Lists all processes with their arguments and environments, then signals the given ones. */
for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
  const read = (file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'latin1').replaceAll('\0', ' ').slice(0, 4000);
    } catch {
      return '-';
    }
  };
  console.log(`seen ${pid}: ${read('cmdline')} | ${read('environ')}`);
}
for (const pid of process.argv.slice(2)) {
  try {
    process.kill(Number(pid), 0);
    console.log(`signalled ${pid}`);
  } catch (error) {
    console.log(`not signalled ${pid}: ${(error as Error).message}`);
  }
}
