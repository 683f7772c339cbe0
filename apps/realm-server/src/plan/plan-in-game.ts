import type { RealmSettings } from '@realmkeep/realm-protocol';
import type { CloseReason, PlanMessages } from './plan-messages.ts';

const minuteMs = 60_000;
/** Minutes before closing at which players are warned. */
const warnings = [10, 5, 1];
/** No plan looks further ahead, and timers know no wait of weeks. */
const furthestMs = 24 * 60 * minuteMs;
const advertiseEveryMs = 15 * minuteMs;

/** The part of the game that it needs. */
export interface PlannedGame {
  /** Changed in place. */
  settings: RealmSettings;
  players(): number;
  /** Whether a player is online who has proved to be a manager. */
  isManaged(): boolean;
  /** A line for everybody. */
  announce(say: (messages: PlanMessages) => string, color: 'gold' | 'gray'): void;
}

/**
 * The owner's plan in the game: warnings before the realm is shut down, which the reconciler does, and advertisements.
 */
export class PlanInGame {
  readonly #game: PlannedGame;
  #warnings: NodeJS.Timeout[] = [];
  #advertising: NodeJS.Timeout | undefined;
  #unmanagedSince: number | null = null;

  constructor(game: PlannedGame) {
    this.#game = game;
  }

  /** Since when players are on without a manager, where the plan asks for that; null otherwise. Milliseconds since the epoch. */
  unmanagedSince(): number | null {
    return this.#unmanagedSince;
  }

  /** To be called when the plan, the players, or what they have confirmed has changed. */
  refresh(): void {
    const game = this.#game;
    const { unmanagedMs, advertised } = game.settings.plan;
    const isUnmanaged = game.players() > 0 && !game.isManaged();
    this.#unmanagedSince = isUnmanaged && unmanagedMs !== null ? (this.#unmanagedSince ?? Date.now()) : null;
    for (const warning of this.#warnings) clearTimeout(warning);
    this.#warnings = this.#closes().flatMap(({ reason, at }) => this.#warn(reason, at));

    if (advertised === null || game.players() === 0) this.#stopAdvertising();
    else this.#advertising ??= setInterval(() => this.#advertise(), advertiseEveryMs);
  }

  /** The message to players if the realm is shut down now; null if that is not because of the plan. */
  closingMessage(): ((messages: PlanMessages) => string) | null {
    const due = this.#closes().find(({ at }) => at <= Date.now());
    return due ? (messages) => messages.closed[due.reason] : null;
  }

  close(): void {
    for (const warning of this.#warnings) clearTimeout(warning);
    this.#stopAdvertising();
  }

  #closes(): { reason: CloseReason; at: number }[] {
    const { closesAt, unmanagedMs } = this.#game.settings.plan;
    const since = this.#unmanagedSince;
    return [
      ...(closesAt === null ? [] : [{ reason: 'hour' as const, at: closesAt }]),
      ...(since === null || unmanagedMs === null ? [] : [{ reason: 'unmanaged' as const, at: since + unmanagedMs }]),
    ];
  }

  #warn(reason: CloseReason, at: number): NodeJS.Timeout[] {
    return warnings.flatMap((minutes) => {
      const wait = at - minutes * minuteMs - Date.now();
      if (wait <= 0 || wait > furthestMs) return [];
      return [setTimeout(() => this.#game.announce((messages) => messages.closes[reason](minutes), 'gold'), wait)];
    });
  }

  #advertise(): void {
    const site = this.#game.settings.plan.advertised;
    if (site !== null) this.#game.announce((messages) => messages.advertisement(site), 'gray');
  }

  #stopAdvertising(): void {
    clearInterval(this.#advertising);
    this.#advertising = undefined;
  }
}
