import { once } from 'node:events';
import type { KeyObject } from 'node:crypto';
import type { LoginChallenge, VerificationMessage } from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { type FakeAccount, insertAccount } from '../../fake-providers/src/chat/account-store.ts';
import type { FakeChat } from '../../fake-providers/src/chat/fake-chat.ts';
import { signatureHeaders } from '../../fake-providers/src/chat/interactions.ts';
import { type FakeMessage, listMessages } from '../../fake-providers/src/chat/message-store.ts';
import { freshName, loginBody, makeUser, password, type TestUser } from './people.ts';
import { type Consent, consentOnSandbox } from './sandbox-consent.ts';
import type { TestApi } from './start-test-api.ts';
import { closeCode } from './event-sockets.ts';

/** Matches any pair of tokens. */
export const anyTokens = { token: expect.any(String), refresh_token: expect.any(String), expire: expect.any(String) };

/** What a socket that waits for a login receives when the login fails, and how it is closed. */
export const refusedLogin = (error: string) => ({ said: { error, message: expect.any(String) }, code: 1000 });

export async function countSessions(api: TestApi, userId: string): Promise<number> {
  return (await runSql(api.config.databaseUrl, 'select 1 from sessions where user_id = $1', [userId])).length;
}

/** The environment of an api whose chat platform is the stand-in. */
export const withSandbox = { PUBLIC_URL: 'http://localhost:3000' };

export function chatOf({ providers }: TestApi): FakeChat {
  if (!providers) throw new Error('No provider is played');
  return providers.chat;
}

export async function makeChatAccount(api: TestApi): Promise<FakeAccount> {
  const account = insertAccount(chatOf(api).db, freshName());
  if (!account) throw new Error('The chat takes no account');
  return account;
}

/** What a player brings back from the chat platform. @param scope a smaller one than was asked for */
export async function consent(user: TestUser, account: FakeAccount, scope?: string): Promise<Consent> {
  const { url } = await user.client.chatLink({ body: { user_password: password } });
  return consentOnSandbox(url, account, scope);
}

/** Links a chat account, a new one unless one is given. */
export async function linkChat(api: TestApi, user: TestUser, given?: FakeAccount): Promise<FakeAccount> {
  const account = given ?? (await makeChatAccount(api));
  await user.client.chatVerify({ body: await consent(user, account) });
  return account;
}

/** The account's messages, the latest first. */
export async function messagesOf(api: TestApi, account: FakeAccount): Promise<FakeMessage[]> {
  return listMessages(chatOf(api).db, account.id);
}

export async function latestMessage(api: TestApi, account: FakeAccount): Promise<FakeMessage> {
  const [message] = await messagesOf(api, account);
  if (!message) throw new Error('No message has come');
  return message;
}

export function buttonsOf(message: FakeMessage): { id: string; label: string }[] {
  return message.components.flatMap((row) =>
    row.components.flatMap((button) => ('custom_id' in button ? { id: button.custom_id, label: button.label } : [])),
  );
}

export function buttonId(message: FakeMessage, label: string): string {
  const button = buttonsOf(message).find((button) => button.label === label);
  if (!button) throw new Error(`The message has no button ${label}`);
  return button.id;
}

export interface Press {
  accountId: string;
  messageId: string;
  buttonId: string;
}

/** Posts an interaction, signed as the platform signs it. @param signed what differs from a valid signature */
export async function interact(
  api: TestApi,
  body: string,
  signed: { key?: KeyObject; secondsAgo?: number } = {},
): Promise<Response> {
  const { keys } = chatOf(api);
  const timestamp = Math.floor(Date.now() / 1000) - (signed.secondsAgo ?? 0);
  return fetch(`${api.url}/api/chat/interactions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders(signed.key ?? keys.signingKey, body, timestamp),
    },
    body,
  });
}

/** The body that the platform posts when a button is pressed. */
export function pressBody({ accountId, messageId, buttonId }: Press): string {
  return JSON.stringify({
    type: 3,
    user: { id: accountId },
    message: { id: messageId },
    data: { component_type: 2, custom_id: buttonId },
  });
}

/** Presses a button. @returns the text that replaces the message */
export async function press(api: TestApi, pressed: Press): Promise<string> {
  const response = await interact(api, pressBody(pressed));
  const answer = (await response.json()) as { type: number; data: { content: string; components: unknown[] } };
  if (response.status !== 200 || answer.type !== 7 || answer.data.components.length > 0) {
    throw new Error(`The press was answered with ${response.status}`);
  }
  return answer.data.content;
}

/** Logs in with the right password to an account that has a chat account. */
export async function beginLogin(api: TestApi, username: string): Promise<LoginChallenge> {
  const answer = await api.anonymous.authLogin({ body: loginBody(username) });
  if (!('track_id' in answer)) throw new Error('The login has no second step');
  return answer;
}

/** A login whose question has arrived in the chat account. */
export async function askedLogin(api: TestApi, user: TestUser, account: FakeAccount) {
  const challenge = await beginLogin(api, user.nickname);
  const message = await latestMessage(api, account);
  const wrong = buttonsOf(message).find(({ label }) => /^\d\d$/.test(label) && label !== challenge.match);
  const answer = (label: string) =>
    press(api, { accountId: account.id, messageId: message.id, buttonId: buttonId(message, label) });
  return { ...challenge, message, approve: () => answer(challenge.match), wrong: wrong?.label ?? '', answer };
}

/** A player with a chat account. */
export async function makeLinked(api: TestApi): Promise<{ user: TestUser; account: FakeAccount }> {
  const user = await makeUser(api);
  return { user, account: await linkChat(api, user) };
}

/** A player who is asked to confirm a login. */
export async function makeAsked(api: TestApi) {
  const { user, account } = await makeLinked(api);
  return { user, account, login: await askedLogin(api, user, account) };
}

export interface LoginSocket {
  socket: WebSocket;
  opened: Promise<unknown>;
  /** The message it received, if any, and the code it was closed with. */
  ended: Promise<{ said: VerificationMessage | null; code: number }>;
}

export function openLoginSocket(api: TestApi, challengeId: string, headers: Record<string, string> = {}): LoginSocket {
  const url = `${api.url.replace('http', 'ws')}/api/ws/verification?track_id=${challengeId}`;
  const socket = new WebSocket(url, { headers }).on('error', () => undefined);
  let said: VerificationMessage | null = null;
  socket.on('message', (data: Buffer) => (said = JSON.parse(data.toString()) as VerificationMessage));
  const opened = once(socket, 'open');
  // A refused socket does not wait for it.
  opened.catch(() => undefined);
  const ended = closeCode(socket).then((code) => ({ said, code }));
  return { socket, opened, ended };
}
