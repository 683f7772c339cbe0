import { expect, test } from 'vitest';
import type { Actor } from '../../../http/actor.ts';
import { TokenMemory } from './authenticate.ts';

const actor: Actor = { userId: 'user', sessionId: 'session', scopes: [], expiresAt: 10_000, role: 'USER' };

test('a token is asked for once by all who come within a second, and again by those who come later or when it was refused', async () => {
  const memory = new TokenMemory();
  const asked: PromiseWithResolvers<Actor>[] = [];
  const question = () => {
    const answer = Promise.withResolvers<Actor>();
    asked.push(answer);
    return answer.promise;
  };
  const first = memory.ask('token', 1_000, question);
  const second = memory.ask('token', 1_999, question);
  const third = memory.ask('token', 2_000, question);
  const another = memory.ask('another', 1_000, question);
  expect(asked).toHaveLength(3);
  for (const { resolve } of asked.splice(0)) resolve(actor);
  await expect(Promise.all([first, second, third, another])).resolves.toEqual([actor, actor, actor, actor]);

  const refused = memory.ask('token', 2_001, question);
  asked.pop()?.reject(new Error('refused'));
  await expect(refused).rejects.toThrow('refused');
  const anew = memory.ask('token', 2_002, question);
  asked.pop()?.resolve(actor);
  await expect(anew).resolves.toBe(actor);
});
