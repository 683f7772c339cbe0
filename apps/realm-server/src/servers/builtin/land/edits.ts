import { Vec3 } from 'vec3';
import { messagesOf } from '../messages/messages.ts';
import { seldom, tell } from '../messages/notices.ts';
import { CommandError } from '../messages/text.ts';
import type { Game } from '../rules/game.ts';
import { isInsideBorder, worldHeight } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { setBlocks } from './set-blocks.ts';

/** Blocks that are looked at before others have their turn. */
const blocksAtOnce = 400;
const pauseMs = 50;
/** How much can be undone, for all players together, as a multiple of what the plan allows per edit. */
const timesUndone = 4;
/** Larger boxes are not searched at all. */
const mostCells = 1 << 22;
/** Numbers that are kept of a changed block: x, z, and its height with the state that it had. */
const perBlock = 3;

/** A box of blocks. */
export interface Box {
  low: Vec3;
  size: Vec3;
}

/** The places that one edit visits. */
export interface Places {
  count: number;
  at(n: number): Vec3;
}

interface Work extends Places {
  /** The state that replaces a block's. */
  next(before: number, n: number): number;
  /** The edit is done. @returns a reply to replace the usual one */
  end?(): string;
}

/** What an edit has changed, and who made it. */
interface Edit {
  by: Player;
  blocks: Int32Array;
}

type Corners = [Vec3 | null, Vec3 | null];
type Kind = 'new' | 'undo' | 'redo';

/** Changes of many blocks at once, by players: one at a time in a dimension, a few blocks at a time, and each can be undone. */
export class Edits {
  readonly #game: () => Game;
  readonly #corners = new WeakMap<Player, Corners>();
  /** Edits that can be undone, and undone ones that can be redone; the oldest first. */
  readonly #edits: Record<'done' | 'undone', Edit[]> = { done: [], undone: [] };
  readonly #say = seldom((line) => this.#game().log(line));
  #timer: NodeJS.Timeout | undefined;

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** Marks the player's position. */
  mark(player: Player, corner: 0 | 1): Vec3 {
    const corners: Corners = [...(this.#corners.get(player) ?? [null, null])];
    const at = player.position.floored();
    corners[corner] = at;
    this.#corners.set(player, corners);
    return at;
  }

  /** What lies between the player's corners. @throws CommandError when they have not marked them */
  selection(player: Player): Box {
    const [first, second] = this.#corners.get(player) ?? [null, null];
    if (!first || !second) throw new CommandError(messagesOf(player).noCorners);
    const low = first.min(second);
    return { low, size: first.max(second).minus(low).offset(1, 1, 1) };
  }

  /**
   * The places of a box that are meant.
   * @param isMeant is given each place from the box's low corner
   * @throws CommandError when it is more than the plan allows, or lies outside the world or its border
   */
  within(player: Player, { low, size }: Box, isMeant?: (x: number, y: number, z: number) => boolean): Places {
    const messages = messagesOf(player);
    const { settings, centre } = this.#game();
    const isInside = (at: Vec3): boolean => isInsideBorder(settings, centre, { x: at.x + 0.5, z: at.z + 0.5 });
    const high = low.plus(size).offset(-1, -1, -1);
    if (low.y < 0 || high.y >= worldHeight || !isInside(low) || !isInside(high))
      throw new CommandError(messages.outside);
    const most = settings.plan.editBlocks;
    const all = size.x * size.y * size.z;
    const cells = isMeant && all <= mostCells ? cellsOf(size, isMeant) : [];
    const count = cells.length || all;
    if (count > most) throw new CommandError(messages.tooManyBlocks(count, most));
    const at = (n: number): Vec3 =>
      low.offset(n % size.x, Math.floor(n / (size.x * size.z)), Math.floor(n / size.x) % size.z);
    return { count, at: (n) => at(isMeant ? (cells[n] ?? 0) : n) };
  }

  /** Starts changing blocks; the player is told when it is done. @throws CommandError while another edit is under way */
  begin(player: Player, work: Work, kind: Kind = 'new'): void {
    if (this.#timer) throw new CommandError(messagesOf(player).editBusy);
    const { squid, log } = this.#game();
    log(`${player.username} edits ${work.count} blocks from ${work.at(0).toString()}`);
    const changed: number[] = [];
    this.#goOn(work, 0, changed, () => {
      if (changed.length > 0) this.#keep({ by: player, blocks: Int32Array.from(changed) }, kind);
      const said = work.end?.() ?? messagesOf(player).edited;
      if (squid.players.includes(player)) tell(player._client, said, 'gray');
    });
  }

  /** Takes the player's last edit back, or makes the last that was taken back again. @returns how many blocks @throws CommandError */
  undo(player: Player, kind: 'undo' | 'redo'): number {
    const edits = this.#edits[kind === 'undo' ? 'done' : 'undone'];
    const last = edits.findLastIndex(({ by }) => by === player);
    const { blocks } = edits[last] ?? {};
    if (!blocks) throw new CommandError(messagesOf(player).nothingToUndo);
    const number = (n: number, part: number): number => blocks[blocks.length - perBlock * (n + 1) + part] ?? 0;
    const work: Work = {
      count: blocks.length / perBlock,
      at: (n) => new Vec3(number(n, 0), number(n, 2) >> 16, number(n, 1)),
      next: (_, n) => number(n, 2) & 0xffff,
    };
    this.begin(player, work, kind);
    edits.splice(last, 1);
    return work.count;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #goOn(work: Work, done: number, changed: number[], end: () => void): void {
    const game = this.#game();
    const until = Math.min(work.count, done + blocksAtOnce);
    const changes: [Vec3, number][] = [];
    for (let n = done; n < until; n += 1) {
      const at = work.at(n);
      const before = game.world.blockStateAt(at);
      const next = work.next(before, n);
      if (next === before) continue;
      changes.push([at, next]);
      changed.push(at.x, at.z, (at.y << 16) | before);
    }
    setBlocks(game, changes);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (until < work.count) this.#goOn(work, until, changed, end);
      else end();
    }, pauseMs);
  }

  #keep(edit: Edit, kind: Kind): void {
    const { done, undone } = this.#edits;
    if (kind === 'new') undone.splice(0, undone.length, ...undone.filter(({ by }) => by !== edit.by));
    (kind === 'undo' ? undone : done).push(edit);
    const most = timesUndone * this.#game().settings.plan.editBlocks * perBlock;
    const kept = (): number => [...done, ...undone].reduce((sum, { blocks }) => sum + blocks.length, 0);
    while (kept() > most && done.length + undone.length > 1) {
      (done.length > 1 ? done : undone).shift();
      this.#say('Edits are too large to be kept all: the oldest can no longer be undone');
    }
  }
}

/** The places of a box that are meant: x + z × width + y × width × length of each. */
function cellsOf(size: Vec3, isMeant: (x: number, y: number, z: number) => boolean): number[] {
  const cells: number[] = [];
  for (let y = 0, cell = 0; y < size.y; y += 1) {
    for (let z = 0; z < size.z; z += 1) {
      for (let x = 0; x < size.x; x += 1, cell += 1) if (isMeant(x, y, z)) cells.push(cell);
    }
  }
  return cells;
}
