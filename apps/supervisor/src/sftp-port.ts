import type { Config } from './config.ts';
import { portProblem } from './port-check.ts';
import { StartError } from './start-error.ts';

/**
 * SFTP is not worth a copy that does not start beside another: without its default port it is off, and that is said. A port that
 * somebody has chosen must be free.
 * @throws StartError
 */
export async function withFreeSftpPort(config: Config, say: (line: string) => void): Promise<Config> {
  const { SFTP_PORT: port, HOST: host } = config.values;
  const problem = port === '0' ? null : await portProblem('SFTP_PORT', host, Number(port));
  if (problem === null) return config;
  if (config.chosen.has('SFTP_PORT')) throw new StartError(problem);
  say(`SFTP is off. ${problem}`);
  return { ...config, values: { ...config.values, SFTP_PORT: '0' } };
}
