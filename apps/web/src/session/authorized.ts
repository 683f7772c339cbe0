import { refusesSession } from './refuses-session.ts';
import type { Session } from './session.ts';

/**
 * Runs a call that sends the access token. The server's clock decides: a token that it calls expired is refreshed and the
 * call made once more; one that it does not know, or whose account is blocked, ends the session, unless another has taken its place meanwhile.
 */
export async function authorized<T>(
  session: Pick<Session, 'accessToken' | 'refresh' | 'end'>,
  call: () => Promise<T>,
): Promise<T> {
  const used = await session.accessToken();
  try {
    return await call();
  } catch (error) {
    if (!refusesSession(error)) throw error;
    const replaced = (await session.accessToken()) !== used;
    if (!replaced && error.code !== 'token_expired') {
      session.end(error);
      throw error;
    }
    if (!replaced) await session.refresh();
    return call();
  }
}
