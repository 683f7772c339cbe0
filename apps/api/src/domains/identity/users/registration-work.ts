import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import { networkOf } from '../../../http/connections/network.ts';
import { consumeRateLimit, consumeRateLimitBelow } from '../../../limits/rate-limit.ts';
import { registrationsFor, workBits } from './registration-policy.ts';

/** A page's proof of work: the challenge that it was given, and the number that answers it. */
export interface WorkAnswer {
  challenge: string;
  counter: number;
}

const hourSeconds = 3_600;
const challengeSeconds = 600;

/**
 * Counts a network's registration. The first in an hour are free; then each needs an answer to a challenge: a number whose SHA-256, after
 * the challenge's own random part, begins with so many zero bits. A challenge is valid for this network, for ten minutes, and for one
 * attempt; if more is asked by now, the answer is a new challenge.
 * @throws AppError registration_work with a new challenge, rate_limited
 */
export async function registrationAdmit(ctx: Context, ip: string, answer: WorkAnswer | null): Promise<void> {
  const free = ctx.config.limits.registrationsPerHour;
  const network = networkOf(ip);
  const bits = answer ? await workDone(ctx, network, answer) : 0;
  const { taken, count, secondsLeft } = await consumeRateLimitBelow(ctx.db, {
    key: `register:${network}`,
    max: registrationsFor(bits, free),
    seconds: hourSeconds,
  });
  if (taken) return;
  const asked = workBits(count, free);
  if (asked === null) throw new AppError('rate_limited', { seconds: Math.max(1, secondsLeft) });
  throw new AppError('registration_work', { challenge: newChallenge(ctx, network, asked), bits: asked });
}

/** @returns the zero bits required, if the answer has them; else 0 */
async function workDone(ctx: Context, network: string, { challenge, counter }: WorkAnswer): Promise<number> {
  const [nonce = '', bits = '', expires = '', mac = ''] = challenge.split('.');
  const expected = macOf(ctx, network, `${nonce}.${bits}.${expires}`);
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 0;
  if (Number(expires) < Date.now() || zeroBits(`${nonce}.${counter}`) < Number(bits)) return 0;
  const fresh = await consumeRateLimit(ctx.db, { key: `work:${nonce}`, max: 1, seconds: challengeSeconds }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  return fresh ? Number(bits) : 0;
}

function newChallenge(ctx: Context, network: string, bits: number): string {
  const said = `${randomBytes(16).toString('base64url')}.${bits}.${Date.now() + challengeSeconds * 1000}`;
  return `${said}.${macOf(ctx, network, said).toString('base64url')}`;
}

function macOf({ config }: Context, network: string, said: string): Buffer {
  return createHmac('sha256', config.secrets.tokenKey).update(`registration work\n${network}\n${said}`).digest();
}

function zeroBits(text: string): number {
  const hash = createHash('sha256').update(text).digest();
  const byte = hash.findIndex((value) => value !== 0);
  return byte < 0 ? 256 : byte * 8 + Math.clz32(hash[byte] ?? 0) - 24;
}
