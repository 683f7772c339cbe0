import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config.ts';
import { settingNames } from '../../../../packages/settings/src/index.ts';
import { good, problem, type Finding } from './finding.ts';

/** Whether backups, and what apis share, can be kept where the settings say: something small is written, read and deleted. Needs the packages. */
export async function checkBackups({ checkout, values }: Config): Promise<Finding> {
  if (values.BACKUP_S3_ENDPOINT === '' && values.S3_ENDPOINT === '') {
    return good('backups', `kept in ${join(values.DATA_DIR, 'backups')}`);
  }
  const names = settingNames.filter((name) => /^(BACKUP|S3_|DATA_DIR$)/.test(name));
  const env = Object.fromEntries(names.map((name) => [name, values[name]]));
  const script = join(checkout, 'apps/api/scripts/blob-store-try.ts');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env, timeout: 180_000 });
    return good('backups', stdout);
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    return problem('backups', stdout || String(error));
  }
}
