import { LoginBody, type LoginChallenge, type TokenPair } from '@realmkeep/contract';
import type { AuthContext, AuthenticationType, KeyboardAuthContext, Prompt, PublicKeyAuthContext } from 'ssh2';
import type { Context } from '../context.ts';
import { loginBy } from '../domains/identity/login/auth-login.ts';
import type { LoginWaits } from '../domains/identity/login/login-waits.ts';
import { sshKeyLogin } from '../domains/identity/ssh-keys/ssh-key-login.ts';
import { AppError } from '../http/app-error.ts';
import type { LoginTurns } from './allowances.ts';

const methods: AuthenticationType[] = ['publickey', 'password', 'keyboard-interactive'];
/** What the session of a connection is called and may. */
const sessionOf = { tokenName: 'SFTP', scopes: ['REALM_MANAGE'] } as const;

interface Caller {
  ip: string;
  userAgent: string;
}

/** The outcome of an attempt: the tokens of a login, or null if the client has been refused. */
type Outcome = TokenPair | null;

/**
 * Logs in one connection, by the same operations as other logins. The second step is a separate question of
 * `keyboard-interactive` (RFC 4256), after the password by either method, so that the client can show the number.
 */
export class SshLogin {
  readonly #ctx: Context;
  readonly #waits: LoginWaits;
  readonly #turns: LoginTurns;
  readonly #caller: Caller;
  readonly #closed: AbortSignal;
  readonly #onQuestion: () => void;
  #second: { username: string; challenge: LoginChallenge } | null = null;

  /**
   * @param closed aborts when the connection has ended
   * @param onQuestion called when the password was right, and the player is asked
   */
  constructor(
    { ctx, waits, turns }: { ctx: Context; waits: LoginWaits; turns: LoginTurns },
    caller: Caller,
    closed: AbortSignal,
    onQuestion: () => void,
  ) {
    this.#ctx = ctx;
    this.#waits = waits;
    this.#turns = turns;
    this.#caller = caller;
    this.#closed = closed;
    this.#onQuestion = onQuestion;
  }

  /** Refuses by itself; what succeeds is for the caller to accept. */
  async attempt(auth: AuthContext): Promise<Outcome> {
    if (auth.method === 'password') return this.#byPassword(auth);
    if (auth.method === 'publickey') return this.#byKey(auth);
    if (auth.method === 'keyboard-interactive') return this.#byKeyboard(auth);
    auth.reject(methods);
    return null;
  }

  async #byKey(auth: PublicKeyAuthContext): Promise<Outcome> {
    const { key, signature, blob, hashAlgo: hash } = auth;
    try {
      // By SHA-1.
      if (key.algo === 'ssh-rsa' && hash === undefined) throw new AppError('login_invalid');
      const proof = signature && blob ? { signature, signed: blob, hash } : null;
      const { username } = auth;
      const login = { ...sessionOf, ...this.#caller, username, publicKey: key.data, proof };
      const tokens = await sshKeyLogin(this.#ctx, login);
      // It would do: the client is asked to sign (RFC 4252, 7).
      if (tokens === null) auth.accept();
      return tokens;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#ctx.log.info({ ip: this.#caller.ip, code: error.code }, 'a key was refused by SFTP');
      auth.reject(methods);
      return null;
    }
  }

  async #byPassword(auth: Extract<AuthContext, { method: 'password' }>): Promise<Outcome> {
    const answer = await this.#login(auth.username, auth.password);
    if (answer instanceof AppError) auth.reject(methods);
    // Half the way (RFC 4252, 5.1): the other half is the question.
    else if ('track_id' in answer) auth.reject(['keyboard-interactive'], true);
    else return answer;
    return null;
  }

  async #byKeyboard(auth: KeyboardAuthContext): Promise<Outcome> {
    if (this.#second?.username !== auth.username) {
      const answers = await this.#ask(auth, '', [{ prompt: 'Password: ', echo: false }]);
      if (answers === null) return null;
      const answer = await this.#login(auth.username, answers[0]);
      if (answer instanceof AppError) return this.#refuse(auth, answer);
      if (!('track_id' in answer)) return answer;
    }
    const second = this.#second;
    if (second === null) return this.#refuse(auth, new AppError('login_cancelled'));
    const question = `A private message has been sent to your linked chat account. Press ${second.challenge.match} in it.`;
    if ((await this.#ask(auth, question, [{ prompt: 'Then press Enter: ', echo: true }])) === null) return null;
    const decided = await this.#decision(second.challenge.track_id, auth);
    this.#second = null;
    return decided instanceof AppError ? this.#refuse(auth, decided) : decided;
  }

  async #login(username: string, password: unknown): Promise<TokenPair | LoginChallenge | AppError> {
    const body = LoginBody.safeParse({
      username,
      user_password: password,
      token_name: sessionOf.tokenName,
      scopes: sessionOf.scopes,
    });
    if (!body.success) return new AppError('login_invalid');
    try {
      const call = { body: body.data, caller: this.#caller, params: {} };
      const answer = await this.#turns.take(username, this.#caller.ip, () => loginBy(this.#ctx, 'sftp', call));
      this.#second = 'track_id' in answer ? { username, challenge: answer } : null;
      if (this.#second !== null) this.#onQuestion();
      return answer;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#ctx.log.info({ ip: this.#caller.ip, code: error.code }, 'a login by SFTP was refused');
      return error;
    }
  }

  /** Waits as long as the chat message can be answered. */
  #decision(challengeId: string, auth: KeyboardAuthContext): Promise<TokenPair | AppError> {
    const decided = Promise.withResolvers<TokenPair | AppError>();
    const gone = new AbortController();
    const isOver = AbortSignal.any([gone.signal, this.#closed]);
    // The client has started over.
    auth.once('abort', () => gone.abort());
    isOver.addEventListener('abort', () => decided.resolve(new AppError('login_cancelled')), { once: true });
    const stopWaiting = this.#waits.wait(challengeId, {
      isThere: () => !isOver.aborted,
      take: decided.resolve,
      refuse: (code) => decided.resolve(new AppError(code)),
      leave: () => decided.resolve(new AppError('login_cancelled')),
    });
    return decided.promise.finally(stopWaiting);
  }

  /** Says why before it says no. */
  async #refuse(auth: KeyboardAuthContext, why: AppError): Promise<null> {
    await this.#ask(auth, why.message, []);
    auth.reject(methods);
    return null;
  }

  /** @returns null if the client starts over instead of answering, or disconnects */
  #ask(auth: KeyboardAuthContext, instructions: string, prompts: Prompt[]): Promise<string[] | null> {
    return new Promise((resolve) => {
      this.#closed.addEventListener('abort', () => resolve(null), { once: true });
      // After an abort this is an error instead of answers, whatever the types say.
      const answered = (answers: unknown): void => resolve(Array.isArray(answers) ? (answers as string[]) : null);
      auth.prompt(prompts, 'Realmkeep', instructions, answered);
    });
  }
}
