import {
  type ConsoleCommand,
  ConsoleCommands,
  type LoginCode,
  type RealmSettings,
  type RealmSpawn,
  SettingsResult,
} from '@realmkeep/realm-protocol';
import { RuntimeError } from '../../runtime.ts';
import type { RealmRun } from '../process/realm-run.ts';
import { callControl } from './control-client.ts';
import { readMessage, type Schema } from './read-message.ts';

const answerWithinMs = 5000;

/** What can be asked of one realm while it runs, over its control interface. Every call throws `not_running` when it does not. */
export class RunningRealm {
  readonly #realmId: string;
  readonly #running: () => RealmRun | null;

  /** @param running its present run */
  constructor(realmId: string, running: () => RealmRun | null) {
    this.#realmId = realmId;
    this.#running = running;
  }

  apply(settings: Partial<RealmSettings>): Promise<SettingsResult> {
    return this.#ask(SettingsResult, 'PATCH', '/settings', settings);
  }

  commands(): Promise<ConsoleCommand[]> {
    return this.#ask(ConsoleCommands, 'GET', '/commands', {});
  }

  async command(command: string, by: string | null): Promise<void> {
    const { status, text } = await this.#call('POST', '/command', { command, by });
    if (status === 409) throw this.#notRunning();
    if (status === 400) throw new RuntimeError('command_refused', text.slice(0, 200));
    if (status !== 204) throw new Error(`POST /command was answered ${status}: ${text.slice(0, 200)}`);
  }

  async loginCode(code: LoginCode): Promise<void> {
    // The realm controls its answer, which would be logged, and it has just been given a secret.
    const { status } = await this.#call('POST', '/login-code', code);
    if (status !== 204) throw new Error(`POST /login-code was answered ${status}`);
  }

  async moveSpawn(spawn: RealmSpawn): Promise<void> {
    const { status, text } = await this.#call('POST', '/spawn', spawn);
    if (status === 409) throw this.#notRunning();
    if (status === 422) throw new RuntimeError('spawn_outside', 'the spawn point would be outside the world');
    if (status !== 204) throw new Error(`POST /spawn was answered ${status}: ${text.slice(0, 200)}`);
  }

  async #ask<T>(schema: Schema<T>, method: 'GET' | 'PATCH', path: string, body: object): Promise<T> {
    const { status, text } = await this.#call(method, path, body);
    const answer = status === 200 ? readMessage(schema, text) : null;
    if (answer === null) throw new Error(`${method} ${path} was answered ${status}: ${text.slice(0, 200)}`);
    return answer;
  }

  async #call(method: 'GET' | 'POST' | 'PATCH', path: string, body: object): Promise<{ status: number; text: string }> {
    const run = this.#running();
    const address = run?.address() ?? null;
    if (run === null || address === null) throw this.#notRunning();
    try {
      return await callControl(address, method, path, body, answerWithinMs);
    } catch (error) {
      throw run.lives() ? error : this.#notRunning();
    }
  }

  #notRunning(): RuntimeError {
    return new RuntimeError('not_running', `realm ${this.#realmId} does not run`);
  }
}
