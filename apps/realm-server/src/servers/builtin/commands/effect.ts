import type { Registry } from '../../../world-format/chunk.ts';
import { fail, t } from '../messages/text.ts';
import { affect } from '../survival/potions/effect-turns.ts';
import { takeEffect, takeEffects } from '../survival/potions/effects.ts';
import { bool, integer, optional } from './language/argument.ts';
import { type Command, reportOf } from './language/command.ts';
import { ownPlayer } from './people.ts';
import { nameFor } from './speak.ts';
import type { Source } from './language/source.ts';
import { players } from './language/targets.ts';
import { named } from './things.ts';
import { form } from './language/tree.ts';

const defaultSeconds = 30;
const mostSeconds = 1_000_000;
let known: Map<string, number> | undefined;

const effect = named(
  'effect',
  'minecraft:mob_effect',
  ({ game }) => numbersOf(game.squid.registry),
  (id) => t('effect.effectNotFound', id),
);

export const effectCommand: Command = {
  who: 'operators',
  forms: [
    form(
      [
        'give',
        players('targets'),
        effect,
        optional(integer('seconds', 1, mostSeconds)),
        optional(integer('amplifier', 0, 255)),
        optional(bool('hideParticles')),
      ],
      (source, targets, { id, value: effectId }, seconds = defaultSeconds, amplifier = 0, hides = false) => {
        const given = { amplifier, ticksLeft: seconds * 20, showsParticles: !hides };
        for (const target of targets) affect(source.game, target, effectId, { ...given });
        return reportOf(source, 'commands.effect.give.success', targets, nameFor(source), [
          t(`effect.minecraft.${id}`),
        ]);
      },
    ),
    form(['clear', optional(players('targets'))], (source, targets = [ownPlayer(source)]) => {
      const had = targets.filter(takeEffects);
      if (had.length === 0) fail('commands.effect.clear.everything.failed');
      return reportOf(source, 'commands.effect.clear.everything.success', had, nameFor(source));
    }),
    form(['clear', players('targets'), effect], (source: Source, targets, { id, value }) => {
      const had = targets.filter((target) => takeEffect(target, value));
      if (had.length === 0) fail('commands.effect.clear.specific.failed');
      return reportOf(source, 'commands.effect.clear.specific.success', had, nameFor(source), [
        t(`effect.minecraft.${id}`),
      ]);
    }),
  ],
};

/** By the game's own names: the libraries have them as MiningFatigue. */
function numbersOf({ effectsArray }: Registry): Map<string, number> {
  known ??= new Map(
    effectsArray.toReversed().map(({ id, name }) => {
      const plain = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
      return [plain === 'bad_luck' ? 'unluck' : plain, id] as const;
    }),
  );
  return known;
}
