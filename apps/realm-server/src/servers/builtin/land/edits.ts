import { Vec3 } from 'vec3';
import { setBlock } from './building.ts';
import type { Game } from '../rules/game.ts';
import { tell } from '../messages/notices.ts';
import { isInsideBorder, worldHeight } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { messagesOf } from '../messages/messages.ts';

/** Blocks that are looked at before others have their turn. */
const blocksAtOnce = 400;
const pauseMs = 50;

type Corners = [Vec3 | null, Vec3 | null];

/** Changes of many blocks at once, between two corners that a player has marked: one at a time, and a few blocks at a time. */
export class Edits {
  readonly #game: () => Pick<Game, 'world' | 'squid' | 'settings' | 'centre' | 'log'>;
  readonly #corners = new WeakMap<Player, Corners>();
  #timer: NodeJS.Timeout | undefined;

  constructor(game: () => Pick<Game, 'world' | 'squid' | 'settings' | 'centre' | 'log'>) {
    this.#game = game;
  }

  /** Marks where the player stands. @returns what they are told */
  mark(player: Player, corner: 0 | 1): string {
    const corners: Corners = [...(this.#corners.get(player) ?? [null, null])];
    const at = player.position.floored();
    corners[corner] = at;
    this.#corners.set(player, corners);
    return messagesOf(player).corner(corner + 1, `${at.x} ${at.y} ${at.z}`);
  }

  /**
   * Begins to change what lies between the player's corners.
   * @param from the kind of block that is changed; null for every kind
   * @param to the state of the block that comes in its place
   * @returns what they are told
   */
  begin(player: Player, from: number | null, to: number): string {
    const messages = messagesOf(player);
    const { settings, centre, squid, log } = this.#game();
    const [first, second] = this.#corners.get(player) ?? [null, null];
    if (this.#timer) return messages.editBusy;
    if (!first || !second) return messages.noCorners;
    const [low, high] = [first.min(second), first.max(second)];
    const isInside = (at: Vec3): boolean => isInsideBorder(settings, centre, { x: at.x + 0.5, z: at.z + 0.5 });
    if (low.y < 0 || high.y >= worldHeight || !isInside(low) || !isInside(high)) return messages.outside;
    const size = high.minus(low).offset(1, 1, 1);
    const count = size.x * size.y * size.z;
    if (count > settings.plan.editBlocks) return messages.tooManyBlocks(count, settings.plan.editBlocks);
    log(`${player.username} changes ${count} blocks from ${low.toString()} to ${high.toString()}`);
    this.#goOn(low, size, 0, from, to, () => {
      if (squid.players.includes(player)) tell(player._client, messages.edited, 'gray');
    });
    return messages.editing(count);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #goOn(low: Vec3, size: Vec3, done: number, from: number | null, to: number, end: () => void): void {
    const game = this.#game();
    const count = size.x * size.y * size.z;
    const until = Math.min(count, done + blocksAtOnce);
    for (let n = done; n < until; n += 1) {
      const at = low.offset(n % size.x, Math.floor(n / (size.x * size.z)), Math.floor(n / size.x) % size.z);
      const state = game.world.blockStateAt(at);
      const isWanted = from === null || game.squid.registry.blocksByStateId[state]?.id === from;
      if (isWanted && state !== to) setBlock(game, at, to);
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (until < count) this.#goOn(low, size, until, from, to, end);
      else end();
    }, pauseMs);
  }
}
