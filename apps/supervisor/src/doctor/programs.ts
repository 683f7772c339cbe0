import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { promisify } from 'node:util';
import { good, note, problem, type Finding } from './finding.ts';

const run = promisify(execFile);

/** What must be installed, and what else may be. */
export async function checkPrograms(): Promise<Finding[]> {
  const findings = [good('Node', `${process.version} at ${process.execPath}`)];
  const npm = await firstLine('npm', '--version');
  findings.push(
    npm ? good('npm', npm) : note('npm', 'Missing: nothing can be installed or updated. apt-get install npm'),
  );
  const git = await firstLine('git', '--version');
  findings.push(git ? good('git', git) : note('git', 'Missing: nothing can be updated. apt-get install git'));

  const needed = ['flock', 'setpriv', 'prlimit', 'tar'];
  const found = await Promise.all(needed.map((name) => firstLine(name, '--version')));
  const missing = needed.filter((_, index) => !found[index]);
  findings.push(
    missing.length === 0
      ? good('tools', needed.join(', '))
      : problem('tools', `Missing: ${missing.join(', ')}. apt-get install util-linux tar`),
  );

  const chromium = await access('/usr/bin/chromium-headless-shell', constants.X_OK).then(
    () => true,
    () => false,
  );
  const command = 'apt-get install -y --no-install-recommends chromium-headless-shell';
  findings.push(
    chromium
      ? good('Chromium', 'for the tests')
      : note('Chromium', `Missing; only bin/test needs it. As root: ${command}`),
  );
  return findings;
}

/** What a program prints first; null: it is missing. */
export async function firstLine(program: string, ...args: string[]): Promise<string | null> {
  try {
    const { stdout } = await run(program, args, { timeout: 20_000 });
    return stdout.split('\n')[0] ?? '';
  } catch {
    return null;
  }
}
