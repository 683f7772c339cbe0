import type { Config } from '../config.ts';
import { portProblem } from '../sockets/port-check.ts';
import { isRunning, readRunFile } from '../children/run-file.ts';
import { playedProviders, sandboxHost } from '../children/sandbox.ts';
import { StartError } from '../start-error.ts';
import { good, problem, type Finding } from './finding.ts';

/** The ports that must be had: free, or held by this very installation. Needs the packages. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  const { values, chosen } = config;
  const running = readRunFile(`${values.DATA_DIR}/run.json`);
  if (running && isRunning(running.supervisor)) {
    return [good('ports', `It runs already (process ${running.supervisor.pid}): ${running.address}`)];
  }
  const sandbox = sandboxPlace(config);
  if (sandbox instanceof StartError) return [problem('sandbox', sandbox.message)];
  const wanted = [
    { name: 'PORT', host: values.HOST },
    { name: 'GAME_PORT', host: values.GAME_HOST },
    // Where these have their default, it starts without SFTP, and with another port for the sandbox.
    ...(chosen.has('SFTP_PORT') && values.SFTP_PORT !== '0' ? [{ name: 'SFTP_PORT', host: values.HOST } as const] : []),
    ...(chosen.has('SANDBOX_PORT') && sandbox !== null ? [{ name: 'SANDBOX_PORT', host: sandbox } as const] : []),
  ] as const;
  const found = await Promise.all(wanted.map(({ name, host }) => portProblem(name, host, Number(values[name]))));
  const problems = found.filter((words) => words !== null);
  if (problems.length > 0) return problems.map((words) => problem('ports', words));
  return [good('ports', `${wanted.map(({ name }) => values[name]).join(', ')}: free`)];
}

/** Where it listens; null: nowhere; or why it may not. */
function sandboxPlace({ values }: Config): string | null | StartError {
  try {
    return sandboxHost(playedProviders(values), values);
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
}
