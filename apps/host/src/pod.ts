// The first process of a realm's pod: docs/decisions/096-kubernetes-driver.md.
import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { type ObservedState, stopRunningRealms } from '@realmkeep/runtime';
import { openPodRuntime, sayHello } from '@realmkeep/runtime/pod';
import pino from 'pino';
import { readSettingsOrEnd } from './config.ts';
import { serveRealms } from './serve-realms.ts';

/** More than a realm takes to save its world, and less than the pod is given to end. */
const graceMs = 65_000;
const lastWords = 500;
/** On the realm's volume: room for its server, and the previous one. */
const maxJarBytes = 512 * 1024 * 1024;

const config = readSettingsOrEnd();
const log = pino({ level: config.logLevel });
process.umask(0o077);
let calls = 0;
let heardOf = false;
let ending = false;
/** Before there is anything to end. A first process that listens to no signal is sent none. */
const leave = (): never => process.exit(0);
process.on('SIGTERM', leave);
const runtime = await openPodRuntime(config);
process.off('SIGTERM', leave).on('SIGTERM', () => void end());
const idle = setTimeout(() => void endIfIdle(), config.podIdleMs);

/** Who only watches keeps no pod. */
const counted =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    heardOf = true;
    if (!/\/(watch|console)$/.test(request.url ?? '')) {
      calls += 1;
      response.once('close', () => {
        calls -= 1;
        idle.refresh();
      });
    }
    // A realm started now would be killed a moment later.
    if (ending && request.url?.endsWith('/ensure')) request.destroy();
    else listener(request, response);
  };
await serveRealms(config, runtime, log, { around: counted, maxJarBytes });
if (config.helloTo !== null) void sayHello(config.helloTo, config.key, config.host, () => heardOf);

async function endIfIdle(): Promise<void> {
  const isRunning = (await runtime.list()).some(({ phase }) => phase !== 'EXITED');
  if (calls > 0 || isRunning) idle.refresh();
  else await end();
}

/** The pod ends with this process. What became of the realm is left where its cluster keeps it. */
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  // Players are on until their world is saved.
  const { failed } = await stopRunningRealms(runtime, graceMs);
  if (failed.length > 0) log.error({ failed }, 'failed to end a realm');
  leaveWord((await runtime.list()).map(brief));
  await runtime.close();
  process.exit(0);
}

/** Fits into what a cluster stores, which is 4 KiB: escaped, each character of a log's end may take six. */
function brief(observed: ObservedState): ObservedState {
  const { exit } = observed;
  return { ...observed, exit: exit && { ...exit, tail: exit.tail.slice(-lastWords) } };
}

/** https://kubernetes.io/docs/tasks/debug/debug-application/determine-reason-pod-failure/ */
function leaveWord(observed: ObservedState[]): void {
  try {
    writeFileSync(config.lastWord, JSON.stringify({ observed }));
  } catch (error) {
    log.error({ err: error }, 'failed to leave word of the realm');
  }
}

for await (const { phase } of runtime.watch(new AbortController().signal)) if (phase === 'EXITED') idle.refresh();
