import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const tasks = new Set<() => Promise<unknown>>();

/** Has a task done before this process ends by a signal. @returns a function to call when that is no longer necessary */
export function atSignal(task: () => Promise<unknown>): () => void {
  if (tasks.size === 0) for (const signal of signals) process.once(signal, end);
  tasks.add(task);
  return () => {
    tasks.delete(task);
    if (tasks.size === 0) for (const signal of signals) process.off(signal, end);
  };
}

function end(signal: (typeof signals)[number]): void {
  const code = 128 + constants.signals[signal];
  // Failures because of what these tasks do are only consequences, but may end the process before they are done.
  process.once('exit', () => (process.exitCode = code));
  void Promise.allSettled([...tasks].map((task) => task())).then(() => process.exit(code));
}
