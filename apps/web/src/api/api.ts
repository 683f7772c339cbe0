import { routes, type EndpointName } from '@realmkeep/contract/routes';
import { type Client, createClient } from '@realmkeep/contract/client';
import { socketUrl } from '../shared/paths.ts';
import { authDialog, closeAuthDialog, openAuthDialog } from '../session/auth-dialog.ts';
import { authorized } from '../session/authorized.ts';
import { runCall } from '../session/run-call.ts';
import { createSession } from '../session/session.ts';
import { sessionState } from '../session/use-session.ts';

const client = createClient({ baseUrl: `${location.origin}/api`, token: () => session.accessToken() });

export const session = createSession({
  api: client,
  storage: localStorage,
  state: sessionState,
  locks: navigator.locks,
  awaitAnswer: async (waiting) => {
    const { awaitAnswer } = await import('../session/verification.ts');
    return awaitAnswer(waiting, socketUrl(location, 'verification'));
  },
  onVerifying: (username) => openAuthDialog('verify', username),
  onEnded: () => openAuthDialog('login'),
});

addEventListener('storage', (event) => {
  const wasLoggedIn = sessionState.get().isLoggedIn;
  session.followEvent(event);
  // Logged in by another tab: there is nothing left for this one to ask.
  if (!wasLoggedIn && sessionState.get().isLoggedIn) closeAuthDialog();
});

// Closing the dialog, or opening another, ends the wait.
authDialog.subscribe(() => {
  if (authDialog.get().open !== 'verify') session.stopVerifying();
});

type AnyCall = (...input: unknown[]) => Promise<unknown>;

const calls = Object.fromEntries(
  (Object.entries(client) as [EndpointName, AnyCall][]).map(([name, call]): [EndpointName, AnyCall] => [
    name,
    (...input) =>
      runCall(name, () =>
        routes[name].access === 'public' ? call(...input) : authorized(session, () => call(...input)),
      ),
  ]),
) as unknown as Client;

/** The api for pages: every call is timed, and sends a token that is good. */
export const api: Client = {
  ...calls,
  /** The session takes the new tokens over. */
  userPasswordChange: (input) =>
    runCall('userPasswordChange', () =>
      authorized(session, () => session.exchange(() => client.userPasswordChange(input))),
    ),
};
