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
  } catch (fault) {
    if (!refusesSession(fault)) throw fault;
    const replaced = (await session.accessToken()) !== used;
    if (!replaced && fault.code !== 'token_expired') {
      session.end(fault);
      throw fault;
    }
    if (!replaced) await session.refresh();
    return call();
  }
}
