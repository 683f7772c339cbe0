import { Vec3 } from 'vec3';
import { eyesOf } from '../creatures/creature.ts';
import { type DimensionName, dimensionKinds, dimensionNamed } from '../dimensions/kinds.ts';
import { isOpen } from '../dimensions/travel.ts';
import { CommandError, fail, t } from '../messages/text.ts';
import { reply } from './language/command.ts';
import { blockPos, rotation, swizzle, vec3 } from './language/coordinates.ts';
import { isIn, type Range, readRange } from './language/range.ts';
import { argument, type Argument, choice, type Step, type ValuesOf } from './language/argument.ts';
import { anchorOf, lookOf, type Source } from './language/source.ts';
import { objective } from './objectives.ts';
import { entities, entity, scoreHolders } from './language/targets.ts';
import { lookAt } from './teleport.ts';
import { block, isSuch } from './things.ts';
import { type Form, modifier } from './language/tree.ts';

const comparisons = {
  '<': (one: number, other: number) => one < other,
  '<=': (one: number, other: number) => one <= other,
  '=': (one: number, other: number) => one === other,
  '>=': (one: number, other: number) => one >= other,
  '>': (one: number, other: number) => one > other,
};

/** Each part of `execute`: on whose behalf, from where and whether what follows is run. */
export const executeForms: Form[] = [
  modifier(['as', entities('targets')], (source, targets) => targets.map((target) => ({ ...source, entity: target }))),
  modifier(['at', entities('targets')], (source, targets) =>
    targets.map((target) => {
      const game = target.type === 'mob' ? source.game : source.game.dimensions.gameOf(target);
      return { ...source, game, position: target.position.clone(), ...lookOf(target) };
    }),
  ),
  modifier(['in', dimension('dimension')], (source, name) => {
    const game = source.game.dimensions.of(name);
    const from = dimensionKinds[source.game.world.dimension].scale / dimensionKinds[name].scale;
    const { x, y, z } = source.position;
    return [{ ...source, game, position: new Vec3(x * from, y, z * from) }];
  }),
  modifier(['positioned', vec3('pos')], (source, position) => [{ ...source, position, anchor: 'feet' }]),
  modifier(['positioned', 'as', entities('targets')], (source, targets) =>
    targets.map((target) => ({ ...source, position: target.position.clone() })),
  ),
  modifier(['align', swizzle('axes')], (source, axes) => {
    const { x, y, z } = source.position;
    const position = source.position.clone();
    position.set(
      axes.includes('x') ? Math.floor(x) : x,
      axes.includes('y') ? Math.floor(y) : y,
      axes.includes('z') ? Math.floor(z) : z,
    );
    return [{ ...source, position }];
  }),
  modifier(['anchored', choice('eyes', 'feet')], (source, anchor) => [{ ...source, anchor }]),
  modifier(['rotated', rotation('rot')], (source, look) => [{ ...source, ...look }]),
  modifier(['rotated', 'as', entities('targets')], (source, targets) =>
    targets.map((target) => ({ ...source, ...lookOf(target) })),
  ),
  modifier(['facing', vec3('pos')], (source, at) => [{ ...source, ...lookAt(anchorOf(source), at) }]),
  modifier(['facing', 'entity', entity('targets'), choice('eyes', 'feet')], (source, target, where) => [
    { ...source, ...lookAt(anchorOf(source), where === 'eyes' ? eyesOf(target) : target.position) },
  ]),
  ...test(['block', blockPos('pos'), block('block', 'block_predicate')], ({ game }, at, wanted) =>
    isSuch(wanted, game.squid.registry, game.world.blockStateAt(at)) ? 1 : 0,
  ),
  ...test(['entity', found('entities')], (_, count) => count),
  ...test(
    [
      'score',
      scoreHolders('target'),
      objective('targetObjective'),
      choice('<', '<=', '=', '>=', '>'),
      scoreHolders('source'),
      objective('sourceObjective'),
    ],
    ({ game: { scoreboard } }, [target = ''], { name }, sign, [other = ''], { name: otherName }) => {
      const [one, two] = [scoreboard.score(target, name), scoreboard.score(other, otherName)];
      return one !== undefined && two !== undefined && comparisons[sign](one, two) ? 1 : 0;
    },
  ),
  ...test(
    ['score', scoreHolders('target'), objective('targetObjective'), 'matches', wholeRange('range')],
    (source, [target = ''], { name }, range) => {
      const score = source.game.scoreboard.score(target, name);
      return score !== undefined && isIn(range, score) ? 1 : 0;
    },
  ),
  modifier(['run'], (source) => [source], 'root'),
];

/** `if` and `unless`, in front of more or as the end. */
function test<const S extends readonly Step[]>(
  steps: S,
  count: (source: Source, ...values: ValuesOf<S>) => number,
): Form[] {
  return (['if', 'unless'] as const).map((word) => {
    const passes = (source: Source, values: unknown[]): number => {
      const found = count(source, ...(values as ValuesOf<S>));
      return word === 'if' ? found : found > 0 ? 0 : 1;
    };
    const whole: Step[] = [word, ...steps];
    const answer = (source: Source, values: unknown[]): number => {
      const found = passes(source, values);
      if (found === 0) fail('commands.execute.conditional.fail');
      reply(
        source,
        found > 1 ? t('commands.execute.conditional.pass_count', found) : t('commands.execute.conditional.pass'),
      );
      return found;
    };
    const modify = (source: Source, values: unknown[]): Source[] => (passes(source, values) > 0 ? [source] : []);
    return { steps: whole, run: answer, modify, next: 'execute' as const };
  });
}

/** How many a selector finds: none is no mistake here. */
function found(name: string): Argument<number> {
  const all = entities(name);
  return {
    ...all,
    parse(reader, typed) {
      const find = all.parse(reader, typed);
      return (source) => {
        try {
          return find(source).length;
        } catch (error) {
          if (error instanceof CommandError) return 0;
          throw error;
        }
      };
    },
  };
}

function dimension(name: string): Argument<DimensionName> {
  return argument(name, 'minecraft:dimension', (reader, { game }) => {
    const id = reader.untilSpace();
    const found = dimensionNamed(id.includes(':') ? id : `minecraft:${id}`);
    if (!found || !isOpen(game, found)) throw reader.error(t('argument.dimension.invalid', id));
    return found;
  });
}

function wholeRange(name: string): Argument<Range> {
  return argument(name, 'minecraft:int_range', (reader) => readRange(reader, true));
}
