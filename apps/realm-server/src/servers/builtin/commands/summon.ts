import { list } from '../../../world-format/nbt-tags.ts';
import type { Vec3 } from 'vec3';
import type { Compound } from '../../../world-format/nbt-fields.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { fail, t } from '../messages/text.ts';
import { type Kind, kindsOf } from '../creatures/kinds.ts';
import type { Stored } from '../creatures/creature.ts';
import { readCreature } from '../creatures/stored-creatures.ts';
import { newUuid } from '../land/stored-entity.ts';
import { optional } from './language/argument.ts';
import { type Command, report } from './language/command.ts';
import { isInWorld, vec3 } from './language/coordinates.ts';
import { shownName } from './language/names.ts';
import { data } from './language/snbt.ts';
import { named } from './things.ts';
import { form } from './language/tree.ts';

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
        optional(data('nbt')),
      ],
      (source, { value: kind }, at = source.position, fields) => {
        const { game } = source;
        if (!isInWorld(game, at.floored())) fail('commands.summon.invalidPosition');
        const traits = fields && traitsOf(game.squid.registry, kind, at, fields);
        const creature = game.creatures.add(kind, at.clone(), traits) ?? fail('commands.summon.failed');
        report(source, t('commands.summon.success', shownName(game, creature)));
      },
    ),
  ],
};

/** What typed data say of a creature, but for its place and who it is. */
function traitsOf(registry: Registry, { name }: Kind, at: Vec3, fields: Compound): Partial<Stored> {
  const place = {
    id: { type: 'string', value: `minecraft:${name}` },
    Pos: list('double', at.toArray()),
  };
  const read = readCreature(registry, { ...fields, ...place }) ?? fail('commands.summon.failed');
  return { ...read.stored, uuidParts: newUuid() };
}
