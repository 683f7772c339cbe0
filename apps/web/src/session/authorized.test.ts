import { ApiError } from '@realmkeep/contract/client';
import { expect, test } from 'vitest';
import { authorized } from './authorized.ts';

/** A session whose token is replaced by a refresh; `calls` are the tokens that the call was made with. */
function world(refuse: (token: string) => ApiError | null) {
  const state = { token: 'old', refreshes: 0, ended: false, calls: [] as string[] };
  const session = {
    accessToken: async () => state.token,
    refresh: async () => {
      state.refreshes += 1;
      state.token = 'new';
    },
    end: () => {
      state.ended = true;
    },
  };
  const call = async () => {
    state.calls.push(state.token);
    const refusal = refuse(state.token);
    if (refusal) throw refusal;
    return 'done';
  };
  return { state, run: () => authorized(session, call) };
}

const expired = new ApiError('', 401, 'token_expired');
const unknown = new ApiError('', 401, 'unauthorized');

test('a token that the server calls expired is refreshed and the call made again', async () => {
  const { state, run } = world((token) => (token === 'old' ? expired : null));
  await expect(run()).resolves.toBe('done');
  expect(state).toMatchObject({ refreshes: 1, ended: false, calls: ['old', 'new'] });
});

test('it is made again once, not for ever', async () => {
  const { state, run } = world(() => expired);
  await expect(run()).rejects.toBe(expired);
  expect(state.calls).toHaveLength(2);
});

test('a token that the server does not know ends the session', async () => {
  const { state, run } = world(() => unknown);
  await expect(run()).rejects.toBe(unknown);
  expect(state).toMatchObject({ refreshes: 0, ended: true, calls: ['old'] });
});

test('a block of the account ends the session', async () => {
  const blocked = new ApiError('', 403, 'account_blocked');
  const { state, run } = world(() => blocked);
  await expect(run()).rejects.toBe(blocked);
  expect(state).toMatchObject({ refreshes: 0, ended: true, calls: ['old'] });
});

test('unless another has taken its place meanwhile', async () => {
  const { state, run } = world((token) => {
    if (token !== 'old') return null;
    state.token = 'other';
    return unknown;
  });
  await expect(run()).resolves.toBe('done');
  expect(state).toMatchObject({ refreshes: 0, ended: false, calls: ['old', 'other'] });
});

test('other refusals are the caller’s', async () => {
  const forbidden = new ApiError('', 403, 'forbidden');
  const { state, run } = world(() => forbidden);
  await expect(run()).rejects.toBe(forbidden);
  expect(state).toMatchObject({ ended: false, calls: ['old'] });
});
