import { expect, test } from 'vitest';
import { isProved, proveGateway, readGameProof, withoutProof } from './game-proof.ts';
import { decodeProxyV2, encodeProxyV2 } from './proxy-v2.ts';

const key = Buffer.alloc(32, 7);
const proof = { realmId: 'b1a7f6d2-6f5e-4a53-9a3e-1c7f0f4f2f10', run: 12, at: 1_795_451_423_826 };
const player = {
  source: { host: '198.51.100.7', port: 50_000 },
  destination: { host: '10.0.0.5', port: 25_565 },
  account: { nickname: 'Ann_1', epoch: 3 },
} as const;

test.each([['LOCAL' as const], [player]])(
  'a header with a proof is %j, proved, and has it taken off again',
  (header) => {
    const bare = encodeProxyV2(header);
    const proved = proveGateway(bare, proof, key);
    expect(decodeProxyV2(proved)).toEqual({ header, bytesRead: proved.length });
    expect(readGameProof(proved)).toEqual(proof);
    expect(isProved(proved, key)).toBe(true);
    expect(withoutProof(proved)).toEqual(bare);
  },
);

test('no byte of a proved header can be another, nor the key', () => {
  const proved = proveGateway(encodeProxyV2(player), proof, key);
  expect(isProved(proved, Buffer.alloc(32, 8))).toBe(false);
  for (let at = 0; at < proved.length; at += 1) {
    const changed = Buffer.from(proved);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(isProved(changed, key)).toBe(false);
  }
});

test('a header without a proof has none', () => {
  for (const header of ['LOCAL', player] as const) expect(readGameProof(encodeProxyV2(header))).toBeNull();
});
