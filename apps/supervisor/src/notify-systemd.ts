import { execFile } from 'node:child_process';

/**
 * Tells systemd where the service stands: systemd-notify(1). Node cannot write to a datagram socket itself. As root the message comes
 * in this process's name. Without systemd-notify nothing is told.
 */
export function notifySystemd(word: '--ready' | 'STOPPING=1'): void {
  execFile('systemd-notify', [word], () => undefined);
}
