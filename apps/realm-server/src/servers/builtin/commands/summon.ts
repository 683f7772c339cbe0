import { fail, t } from '../messages/text.ts';
import { kindsOf } from '../creatures/kinds.ts';
import { optional } from './argument.ts';
import { type Command, report } from './command.ts';
import { isInWorld, vec3 } from './coordinates.ts';
import { shownName } from './names.ts';
import { named } from './things.ts';
import { form } from './tree.ts';

export const summonCommand: Command = {
  who: 'operators',
  forms: [
    form(
      [
        named(
          'entity',
          'minecraft:entity_summon',
          ({ game }) => kindsOf(game.squid.registry),
          (id) => t('entity.notFound', id),
        ),
        optional(vec3('pos')),
      ],
      (source, { value: kind }, at = source.position) => {
        const { game } = source;
        if (!isInWorld(game, at.floored())) fail('commands.summon.invalidPosition');
        const creature = game.creatures.add(kind, at.clone()) ?? fail('commands.summon.failed');
        report(source, t('commands.summon.success', shownName(game, creature)));
      },
    ),
  ],
};
