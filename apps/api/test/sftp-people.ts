import { once } from 'node:events';
import { promisify } from 'node:util';
import { Client, type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { password } from './people.ts';
import type { TestApi } from './start-test-api.ts';
import { closed } from '@realmkeep/testkit/closed';

/** An SFTP client with promises. */
export interface SftpClient {
  ssh: Client;
  sftp: SFTPWrapper;
  /** Resolves when the connection has ended, whatever the reason. */
  closed: Promise<void>;
  open: (path: string, flags: string) => Promise<Buffer>;
  write: (handle: Buffer, text: string, at: number) => Promise<void>;
  close: (handle: Buffer) => Promise<void>;
  put: (path: string, content: string | Buffer, flags?: string) => Promise<void>;
  get: (path: string) => Promise<Buffer>;
  names: (path: string) => Promise<string[]>;
  stat: (path: string) => Promise<{ size: number; mode: number; mtime: number }>;
  call: (method: 'mkdir' | 'rmdir' | 'unlink', path: string) => Promise<void>;
  rename: (from: string, to: string) => Promise<void>;
}

export function portOf(api: TestApi): number {
  const { sftpPort } = api.app;
  if (sftpPort === null) throw new Error('The api has no SFTP');
  return sftpPort;
}

/** A client whose error events are ignored: calls in progress report the errors, and the events may repeat. */
export function createSshClient(): Client {
  return new Client().on('error', () => undefined);
}

/** Connects and logs in. @throws Error when it is refused */
export async function connectSsh(api: TestApi, username: string, more: Partial<ConnectConfig> = {}): Promise<Client> {
  const ssh = createSshClient();
  const ready = once(ssh, 'ready');
  ssh.connect({ host: '127.0.0.1', port: portOf(api), username, password, ...more });
  await ready;
  return ssh;
}

export async function openSftp(ssh: Client): Promise<SftpClient> {
  const sftp = await promisify(ssh.sftp.bind(ssh))();
  const end = closed(ssh);
  const open = promisify(sftp.open.bind(sftp) as OpenCall);
  const write = promisify(sftp.write.bind(sftp));
  const close = promisify(sftp.close.bind(sftp));
  return {
    ssh,
    sftp,
    closed: end,
    open,
    write: (handle, text, at) => write(handle, Buffer.from(text), 0, Buffer.byteLength(text), at),
    close,
    async put(path, content, flags = 'w') {
      const bytes = Buffer.from(content);
      const handle = await open(path, flags);
      for (let at = 0; at < bytes.length; at += 32_000) {
        await write(handle, bytes, at, Math.min(32_000, bytes.length - at), at);
      }
      await close(handle);
    },
    get: (path) => promisify(sftp.readFile.bind(sftp) as (path: string, done: Done<Buffer>) => void)(path),
    names: async (path) => (await promisify(sftp.readdir.bind(sftp))(path)).map(({ filename }) => filename).toSorted(),
    stat: promisify(sftp.stat.bind(sftp)),
    call: (method, path) => promisify(sftp[method].bind(sftp))(path),
    rename: promisify(sftp.rename.bind(sftp)),
  };
}

export async function logInBySftp(api: TestApi, username: string, more?: Partial<ConnectConfig>): Promise<SftpClient> {
  return openSftp(await connectSsh(api, username, more));
}

type Done<T> = (error: Error | null | undefined, value: T) => void;
type OpenCall = (path: string, flags: string, done: Done<Buffer>) => void;
