import type { Being } from '../../creatures/creature.ts';
import type { Player } from '../../squid/squid.ts';
import type { Argument } from './argument.ts';
import { nameOf } from './names.ts';
import { isPlayer, type Source } from './source.ts';
import { readSelector } from './selector.ts';
import { fail, t } from '../../messages/text.ts';

const longestHolder = 40;

interface Wanted {
  one: boolean;
  onlyPlayers: boolean;
}

export function entities(name: string): Argument<Being[]> {
  return targets(name, { one: false, onlyPlayers: false }, (found) => found);
}

export function entity(name: string): Argument<Being> {
  return targets(
    name,
    { one: true, onlyPlayers: false },
    ([first]) => first ?? fail('argument.entity.notfound.entity'),
  );
}

export function players(name: string): Argument<Player[]> {
  return targets(name, { one: false, onlyPlayers: true }, (found) => found.filter(isPlayer));
}

export function player(name: string): Argument<Player> {
  return targets(name, { one: true, onlyPlayers: true }, (found) => {
    return found.find(isPlayer) ?? fail('argument.entity.notfound.player');
  });
}

/** Whose scores are meant: those of whom a selector finds, of all that have any (*), or of any name. */
export function scoreHolders(name: string): Argument<string[]> {
  return {
    name,
    parser: 'minecraft:score_holder',
    properties: { unused: 0, allowMultiple: 1 },
    suggest: namesOfPlayers,
    parse(reader, typed) {
      if (reader.peek() === '@') {
        const found = entities(name).parse(reader, typed);
        return (source) => found(source).map(nameOf);
      }
      const holder = reader.untilSpace();
      if (holder === '' || holder.length > longestHolder) throw reader.error(t('argument.scoreHolder.empty'));
      if (holder !== '*') return () => [holder];
      return ({ game }) => {
        const all = game.scoreboard.holders();
        return all.length > 0 ? all : fail('argument.scoreHolder.empty');
      };
    },
  };
}

function targets<T>(name: string, { one, onlyPlayers }: Wanted, take: (found: Being[]) => T): Argument<T> {
  return {
    name,
    parser: 'minecraft:entity',
    properties: { unused: 0, onlyAllowPlayers: onlyPlayers ? 1 : 0, onlyAllowEntities: one ? 1 : 0 },
    suggest: namesOfPlayers,
    parse(reader, typed) {
      const from = reader.cursor;
      const selector = readSelector(reader, typed);
      if (one && selector.limit > 1)
        throw reader.error(t(`argument.${onlyPlayers ? 'player' : 'entity'}.toomany`), from);
      const isSelf = reader.line.startsWith('@s', from);
      if (onlyPlayers && !selector.onlyPlayers && !isSelf) throw reader.error(t('argument.player.entities'), from);
      return (source) => {
        const found = selector.select(source);
        if (found.length === 0) fail(`argument.entity.notfound.${onlyPlayers ? 'player' : 'entity'}`);
        return take(found);
      };
    },
  };
}

function namesOfPlayers({ game, by }: Source): string[] {
  const names = game.server.players.map(({ username }) => username);
  return by && !game.access.hasPowers(by.account) ? names : [...names, '@a', '@e', '@p', '@r', '@s'];
}
