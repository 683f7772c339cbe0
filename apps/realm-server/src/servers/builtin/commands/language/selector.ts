import { Vec3 } from 'vec3';
import type { Being } from '../../creatures/creature.ts';
import type { Player } from '../../squid/squid.ts';
import { nameOf, typeOf } from './names.ts';
import { isIn, type Range, readRange } from './range.ts';
import type { Reader } from './reader.ts';
import { isPlayer, lookOf, type Source } from './source.ts';
import { t } from '../../messages/text.ts';

type Test = (entity: Being, source: Source) => boolean;
type Sort = 'nearest' | 'furthest' | 'random' | 'arbitrary';

/** Whom a command means: a name, or `@a[…]`. Source: https://minecraft.wiki/w/Target_selectors (Java Edition 1.16) */
export interface Selector {
  /** At most so many. */
  limit: number;
  onlyPlayers: boolean;
  select(source: Source): Being[];
}

const kinds = {
  p: { onlyPlayers: true, limit: 1, sort: 'nearest' },
  a: { onlyPlayers: true, limit: Infinity, sort: 'arbitrary' },
  r: { onlyPlayers: true, limit: 1, sort: 'random' },
  e: { onlyPlayers: false, limit: Infinity, sort: 'arbitrary' },
  s: { onlyPlayers: false, limit: 1, sort: 'arbitrary' },
} as const;
const sorts = ['nearest', 'furthest', 'random', 'arbitrary'] as const;
const modes = ['survival', 'creative', 'adventure', 'spectator'];
/** What a player's name may consist of; no selector matches it. */
const namePattern = /^[^@\s"']{1,40}$/;

/** @throws CommandError when it is neither a name nor a selector, which only those with powers may use */
export function readSelector(reader: Reader, { game, by }: Source): Selector {
  if (reader.peek() !== '@') return named(reader);
  if (by && !game.access.hasPowers(by.account)) throw reader.error(t('argument.entity.selector.not_allowed'));
  const from = reader.cursor;
  reader.cursor += 1;
  const letter = reader.peek();
  if (letter === '') throw reader.error(t('argument.entity.selector.missing'));
  if (!Object.hasOwn(kinds, letter)) throw reader.error(t('argument.entity.selector.unknown', `@${letter}`), from);
  reader.cursor += 1;
  const kind = kinds[letter as keyof typeof kinds];
  const options = new Options(kind.sort, kind.limit);
  if (reader.takes('[')) options.read(reader);
  return {
    limit: options.limit,
    onlyPlayers: kind.onlyPlayers || options.isOfPlayers,
    select(source) {
      const { server, creatures } = source.game;
      const all: Being[] =
        letter === 's'
          ? [source.entity].filter((one) => one !== null)
          : kind.onlyPlayers
            ? server.players
            : [...server.players, ...creatures.living()];
      return options.select(all, source);
    },
  };
}

function named(reader: Reader): Selector {
  const from = reader.cursor;
  const isQuoted = reader.peek() === '"' || reader.peek() === "'";
  const name = isQuoted ? reader.string() : reader.untilSpace();
  if (!namePattern.test(name)) throw reader.error(t('argument.entity.invalid'), from);
  const isNamed = ({ username, uuid }: Player): boolean =>
    username.toLowerCase() === name.toLowerCase() || uuid === name.toLowerCase();
  return { limit: 1, onlyPlayers: true, select: ({ game }) => game.server.players.filter(isNamed).slice(0, 1) };
}

class Options {
  limit: number;
  isOfPlayers = false;
  #sort: Sort;
  #distance: Range | undefined;
  readonly #tests: Test[] = [];
  readonly #at: Partial<Record<'x' | 'y' | 'z' | 'dx' | 'dy' | 'dz', number>> = {};
  readonly #seen = new Set<string>();

  constructor(sort: Sort, limit: number) {
    this.#sort = sort;
    this.limit = limit;
  }

  read(reader: Reader): void {
    this.#skip(reader);
    while (!reader.takes(']')) {
      const from = reader.cursor;
      const name = reader.string();
      this.#skip(reader);
      if (reader.isAtEnd) throw reader.error(t('argument.entity.options.unterminated'));
      if (!reader.takes('=')) throw reader.error(t('argument.entity.options.valueless', name), from);
      this.#skip(reader);
      this.#readOption(reader, name, from);
      this.#skip(reader);
      if (!reader.takes(',') && reader.peek() !== ']') throw reader.error(t('argument.entity.options.unterminated'));
      this.#skip(reader);
    }
  }

  select(all: Being[], source: Source): Being[] {
    const { x, y, z, dx, dy, dz } = this.#at;
    const { position: own } = source;
    const from = new Vec3(x ?? own.x, y ?? own.y, z ?? own.z);
    const hasBox = dx !== undefined || dy !== undefined || dz !== undefined;
    const size = new Vec3(dx ?? 0, dy ?? 0, dz ?? 0);
    const range = (entity: Being): number => entity.position.distanceTo(from);
    // Positions are compared only within the source's own dimension.
    const isByPlace = hasBox || this.#distance !== undefined || this.#sort === 'nearest' || this.#sort === 'furthest';
    const found = all.filter(
      (entity) =>
        (!isByPlace || entity.type === 'mob' || entity.world === source.game.world) &&
        isIn(this.#distance, range(entity)) &&
        (!hasBox || isInBox(entity.position, from, size)) &&
        this.#tests.every((test) => test(entity, source)),
    );
    if (this.#sort === 'nearest') found.sort((one, other) => range(one) - range(other));
    if (this.#sort === 'furthest') found.sort((one, other) => range(other) - range(one));
    const ordered = this.#sort === 'random' ? shuffled(found) : found;
    return ordered.slice(0, this.limit);
  }

  #readOption(reader: Reader, name: string, from: number): void {
    if (this.#seen.has(name) && name !== 'type' && name !== 'name' && name !== 'team') {
      throw reader.error(t('argument.entity.options.inapplicable', name), from);
    }
    this.#seen.add(name);
    const at = reader.cursor;
    switch (name) {
      case 'x':
      case 'y':
      case 'z':
      case 'dx':
      case 'dy':
      case 'dz':
        this.#at[name] = reader.number('double');
        return;
      case 'distance':
        this.#distance = readRange(reader, false);
        if (this.#distance.min < 0 && this.#distance.min > -Infinity) {
          throw reader.error(t('argument.entity.options.distance.negative'), at);
        }
        return;
      case 'level': {
        const range = readRange(reader, true);
        return this.#addOfPlayers((player) => isIn(range, player.level));
      }
      case 'x_rotation':
      case 'y_rotation': {
        const range = readRange(reader, false);
        const side = name === 'x_rotation' ? 'pitch' : 'yaw';
        return void this.#tests.push((entity) => isIn(range, lookOf(entity)[side]));
      }
      case 'limit':
        this.limit = reader.number('int');
        if (this.limit < 1) throw reader.error(t('argument.entity.options.limit.toosmall'), at);
        return;
      case 'sort': {
        const word = reader.word();
        const sort = sorts.find((known) => known === word);
        if (!sort) throw reader.error(t('argument.entity.options.sort.irreversible', word), at);
        this.#sort = sort;
        return;
      }
      case 'gamemode': {
        const isNot = reader.takes('!');
        const mode = reader.word();
        if (!modes.includes(mode)) throw reader.error(t('argument.entity.options.mode.invalid', mode), at);
        return this.#addOfPlayers((player) => (modes[player.gameMode] === mode) !== isNot);
      }
      case 'name': {
        const isNot = reader.takes('!');
        const wanted = reader.string();
        return void this.#tests.push((entity) => (nameOf(entity) === wanted) !== isNot);
      }
      case 'type': {
        const isNot = reader.takes('!');
        const type = reader.while((character) => /[\w:.-]/.test(character)).replace(/^minecraft:/, '');
        if (type === 'player' && !isNot) this.isOfPlayers = true;
        return void this.#tests.push((entity) => (typeOf(entity) === type) !== isNot);
      }
      case 'team': {
        const isNot = reader.takes('!');
        const team = reader.word();
        return void this.#tests.push(
          (entity, { game }) => ((game.scoreboard.teamOf(nameOf(entity))?.name ?? '') === team) !== isNot,
        );
      }
      case 'scores':
        return this.#readScores(reader);
      default:
        throw reader.error(t('argument.entity.options.unknown', name), from);
    }
  }

  #readScores(reader: Reader): void {
    reader.expect('{');
    this.#skip(reader);
    while (!reader.takes('}')) {
      const objective = reader.word();
      this.#skip(reader);
      reader.expect('=');
      this.#skip(reader);
      const range = readRange(reader, true);
      this.#tests.push((entity, { game }) => {
        const score = game.scoreboard.score(nameOf(entity), objective);
        return score !== undefined && isIn(range, score);
      });
      this.#skip(reader);
      if (!reader.takes(',') && reader.peek() !== '}') throw reader.error(t('parsing.expected', '}'));
      this.#skip(reader);
    }
  }

  #addOfPlayers(test: (player: Player) => boolean): void {
    this.isOfPlayers = true;
    this.#tests.push((entity) => isPlayer(entity) && test(entity));
  }

  #skip(reader: Reader): void {
    while (reader.takes(' '));
  }
}

function isInBox({ x, y, z }: Vec3, from: Vec3, size: Vec3): boolean {
  return isBetween(x, from.x, size.x) && isBetween(y, from.y, size.y) && isBetween(z, from.z, size.z);
}

function isBetween(value: number, low: number, length: number): boolean {
  return value >= Math.min(low, low + length) && value < Math.max(low, low + length) + 1;
}

function shuffled<T>(all: readonly T[]): T[] {
  const order = [...all];
  for (let n = order.length - 1; n > 0; n -= 1) {
    const other = Math.floor(Math.random() * (n + 1));
    [order[n], order[other]] = [order[other] as T, order[n] as T];
  }
  return order;
}
