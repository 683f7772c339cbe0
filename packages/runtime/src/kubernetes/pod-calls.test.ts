import { afterEach, beforeEach, expect, test } from 'vitest';
import { callAddress, callFromPod } from '../pod/call-from-pod.ts';
import { deriveHostKey } from '../remote/host-key.ts';
import { servePodCalls, type ServedCalls } from './pod-calls.ts';

const installationKey = 'the installation’s key';
const address = '127.0.0.1';
const key = deriveHostKey(installationKey, 'realm-1-abc');

let calls: ServedCalls;
let hellos: string[];

beforeEach(async () => {
  hellos = [];
  const onHello = (secret: string, at: string): boolean => {
    hellos.push(`${secret} at ${at}`);
    return secret === key.hostId;
  };
  calls = await servePodCalls({ address, port: 0, installationKey, onHello });
});
afterEach(() => calls.close());

/** @returns what is answered; null: nothing */
async function hello(from: string, says: string, by = key): Promise<string | null> {
  const socket = callFromPod(callAddress(address, calls.port), by, 'hello', from);
  let answer: string | null = null;
  socket.on('data', (bytes) => (answer = String(bytes))).on('error', () => undefined);
  socket.write(says);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  await closed;
  return answer;
}

test('a pod is heard by its own key, at the address that it has', async () => {
  expect(await hello('127.0.0.7', '127.0.0.7')).toBe('heard');
  expect(hellos).toEqual(['realm-1-abc at 127.0.0.7']);
});

test('nobody is heard who has not its key, nor with it at an address that is another’s', async () => {
  const others = deriveHostKey(installationKey, 'realm-2-def');
  expect(await hello('127.0.0.7', '127.0.0.7', { ...others, hostId: key.hostId })).toBeNull();
  expect(await hello('127.0.0.7', '127.0.0.8')).toBeNull();
  expect(hellos).toEqual([]);
  // With a key of its own it speaks for itself.
  expect(await hello('127.0.0.7', '127.0.0.7', others)).toBeNull();
  expect(hellos).toEqual(['realm-2-def at 127.0.0.7']);
});
