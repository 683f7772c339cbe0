import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { good, note, problem, type Finding } from './finding.ts';

const answerWithinMs = 10_000;

interface Info {
  ServerVersion: string;
  Driver: string;
  SecurityOptions?: string[] | null;
  LiveRestoreEnabled: boolean;
}

/** Whether realms can run in containers here. */
export async function checkDocker({ values }: Config): Promise<Finding[]> {
  const socket = values.DOCKER_SOCKET;
  let info: Info;
  try {
    info = await ask(socket);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [
      problem(
        'Docker',
        `RUNTIME=docker, and it does not answer at ${socket}: ${why}. As root: apt-get install docker.io; then start it.`,
      ),
    ];
  }
  const findings = [good('Docker', `${info.ServerVersion} at ${socket}, files by ${info.Driver}`)];
  if (!(info.SecurityOptions ?? []).some((option) => option.startsWith('name=seccomp')))
    findings.push(note('walls', 'This Docker filters no system calls.'));
  if (!info.LiveRestoreEnabled)
    findings.push(
      note(
        'live-restore',
        'Realms end when Docker does, at its updates too. With "live-restore": true in /etc/docker/daemon.json they play on.',
      ),
    );
  if (process.getuid?.() !== 0) findings.push(note('limits', 'Only root gives each realm a user of its own.'));
  return findings;
}

async function ask(socketPath: string): Promise<Info> {
  const call = request({ socketPath, path: '/info', signal: AbortSignal.timeout(answerWithinMs) });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.end();
  const [response] = await answered;
  return JSON.parse(await text(response)) as Info;
}
