import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config.ts';
import { settingNames } from '../../../../packages/settings/src/index.ts';
import { good, problem, type Finding } from './finding.ts';

/** Whether the provider of realms' DNS records can be logged in to, and has the zone. Needs the packages. */
export async function checkDns({ checkout, values }: Config): Promise<Finding> {
  if (values.DNS_TARGET === '') return good('dns', `a wildcard record serves all realms: *.${values.BASE_DOMAIN}`);
  const names = settingNames.filter((name) => /^(DNS|CLOUDFLARE|POWERDNS|BASE_DOMAIN)/.test(name));
  const env = Object.fromEntries(names.map((name) => [name, values[name]]));
  const script = join(checkout, 'apps/api/scripts/dns-try.ts');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env, timeout: 60_000 });
    return good('dns', stdout);
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    return problem('dns', stdout || String(error));
  }
}
