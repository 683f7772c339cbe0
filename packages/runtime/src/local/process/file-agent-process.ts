import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { LaunchedFileAgent } from '../engine.ts';
import type { FileAgentProcess } from './launch.ts';

/** On a busy machine a start takes seconds; a working one may be silent for this long. */
const startWithinMs = 30_000;

/** A file agent that this process has started, from its first moment on. */
export async function followFileAgent(child: FileAgentProcess): Promise<LaunchedFileAgent> {
  if (child.pid === undefined) throw (await once(child, 'error'))[0];
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2048)));
  child.stdin.on('error', () => undefined);
  // Not 'close': if it was taken over, its output may have been passed to other processes.
  const ended = once(child, 'exit').then(() => void [child.stdout, child.stderr].map((output) => output.destroy()));
  // Closing its input is not enough: its realm may have stopped it (signal(7)). Incomplete files are hidden.
  const kill = (): void => void child.kill('SIGKILL');
  return { begun: hasBegun(child), ended, kill, said: () => said };
}

/** Whether it has said a line before its end. */
async function hasBegun(child: FileAgentProcess): Promise<boolean> {
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(startWithinMs);
  const line = once(lines, 'line', { signal }).then(() => true);
  return Promise.race([line, once(child, 'exit', { signal }).then(() => false)]).catch(() => false);
}
