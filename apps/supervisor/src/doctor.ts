import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { note, problem, type Finding } from './doctor/finding.ts';
import * as machine from './doctor/machine.ts';
import { checkProxy } from './doctor/proxy.ts';
import { checkPrograms } from './doctor/programs.ts';

const marks = { good: 'ok     ', note: 'note   ', problem: 'PROBLEM' } as const;

async function examine(): Promise<Finding[]> {
  let config;
  try {
    config = readConfig(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...(await checkPrograms()), problem('settings', error.message)];
  }
  const findings = [
    ...(await checkPrograms()),
    await machine.checkUser(),
    await machine.checkCheckout(config),
    await machine.checkDataDir(config),
    await machine.checkDisk(config),
    await machine.checkMemory(),
    machine.checkWorkers(config),
    await machine.checkNames(config),
    ...checkProxy(config),
  ];
  if (existsSync(join(config.checkout, 'node_modules/.package-lock.json'))) {
    const { checkPorts } = await import('./doctor/ports.ts');
    const { checkDocker } = await import('./doctor/docker.ts');
    const { checkRealms, checkWayOut } = await import('./doctor/realm-limits.ts');
    const { checkCompiler, checkJava } = await import('./doctor/java.ts');
    const { checkDns } = await import('./doctor/dns.ts');
    const { checkBackups } = await import('./doctor/backups.ts');
    const { checkContact } = await import('./doctor/contact.ts');
    const checkRuntime = async (): Promise<Finding[]> => {
      if (config.values.RUNTIME === 'docker') return [...(await checkDocker(config)), await checkWayOut(config)];
      if (config.values.RUNTIME === 'local') return checkRealms(config);
      return [note('realms', `They run in a cluster, at ${config.values.KUBERNETES_API}: see docs/kubernetes.md.`)];
    };
    findings.push(
      ...(await checkPorts(config)),
      ...(await checkRuntime()),
      await checkJava(),
      ...(await checkCompiler(config)),
      await checkBackups(config),
      await checkDns(config),
      ...checkContact(config),
    );
    const { checkDatabases } = await import('./doctor/database.ts');
    findings.push(...(await checkDatabases(config)));
  } else {
    findings.push(note('ports, limits', 'Not known before bin/start has installed the packages.'));
  }
  return findings;
}

const findings = await examine();
const width = Math.max(...findings.map(({ topic }) => topic.length));
for (const { level, topic, words } of findings) {
  process.stdout.write(`${marks[level]}  ${topic.padEnd(width)}  ${words}\n`);
}
const problems = findings.filter(({ level }) => level === 'problem').length;
process.stdout.write(problems === 0 ? '\nNothing keeps it from starting.\n' : `\nProblems: ${problems}.\n`);
process.exitCode = problems === 0 ? 0 : 1;
