import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { readInteraction } from './read-interaction.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const now = () => Math.floor(Date.now() / 1000);

/** As the platform posts it. */
function signed(said: unknown, { timestamp = now(), key = privateKey } = {}) {
  const body = typeof said === 'string' ? said : JSON.stringify(said);
  return {
    signature: sign(null, Buffer.from(`${timestamp}${body}`), key).toString('hex'),
    timestamp: String(timestamp),
    rawBody: Buffer.from(body),
  };
}

const button = {
  type: 3,
  data: { component_type: 2, custom_id: 'yes' },
  message: { id: '300' },
  user: { id: '100' },
};

test('a ping is answered with one', () => {
  expect(readInteraction(publicKey, signed({ type: 1 }))).toEqual({ kind: 'ping', answer: { type: 1 } });
});

test('a pressed button says who pressed it, where and which; the answer takes the place of the message', () => {
  const read = readInteraction(publicKey, signed(button));
  expect(read).toMatchObject({ kind: 'press', press: { accountId: '100', messageId: '300', buttonId: 'yes' } });
  const answer = read?.kind === 'press' ? read.answer('Done.') : null;
  expect(answer).toEqual({
    type: 7,
    data: { content: 'Done.', components: [], allowed_mentions: { parse: [] } },
  });
  const { user, ...inCommunity } = button;
  expect(readInteraction(publicKey, signed({ ...inCommunity, member: { user } }))).toMatchObject({
    press: { accountId: '100' },
  });
});

test.each([
  { type: 2, data: { name: 'a command' }, user: { id: '100' } },
  { ...button, data: { component_type: 3, custom_id: 'a list' } },
  { ...button, user: undefined },
  { ...button, message: { id: 7 } },
  [],
  null,
  'not JSON {',
])('what is nothing of ours is left alone: %j', (said) => {
  expect(readInteraction(publicKey, signed(said))).toEqual({ kind: 'other', answer: { type: 6 } });
});

test('a wrong, foreign or malformed signature is none', () => {
  const good = signed(button);
  const foreign = signed(button, { key: generateKeyPairSync('ed25519').privateKey });
  for (const wrong of [
    { ...good, signature: foreign.signature },
    { ...good, signature: '' },
    { ...good, signature: good.signature.slice(2) },
    { ...good, signature: `${good.signature}00` },
    { ...good, signature: 'zz'.repeat(64) },
    { ...good, rawBody: Buffer.from(`${good.rawBody.toString()} `) },
    { ...good, rawBody: Buffer.alloc(0) },
    { ...good, timestamp: String(Number(good.timestamp) + 1) },
    { ...good, timestamp: '' },
    { ...good, timestamp: 'now' },
    { ...good, timestamp: `${good.timestamp}.0` },
  ]) {
    expect(readInteraction(publicKey, wrong)).toBeNull();
  }
});

test('what is five minutes off our time, either way, is stale', () => {
  for (const off of [-295, 295]) {
    expect(readInteraction(publicKey, signed(button, { timestamp: now() + off }))).not.toBeNull();
  }
  for (const off of [-305, 305]) {
    expect(readInteraction(publicKey, signed(button, { timestamp: now() + off }))).toBeNull();
  }
});
