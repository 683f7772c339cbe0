import { fail, t } from '../messages/text.ts';
import { optional } from './argument.ts';
import { type Command, report } from './command.ts';
import { isInWorld, vec3 } from './coordinates.ts';
import { shownName } from './names.ts';
import type { Source } from './source.ts';
import { named } from './things.ts';
import { form } from './tree.ts';

/** Each costs every tick. */
const mostSummoned = 100;
const notSummoned = new Set(['player', 'fishing_bobber', 'area_effect_cloud']);

let known: Map<string, number> | undefined;

/** What lives or stands by itself; things that fly and lie about have no data here. */
function kinds({ game }: Source): Map<string, number> {
  const all = Object.values(game.squid.registry.entitiesByName).flatMap((kind) => kind ?? []);
  const alive = all.filter(({ name, type }) => type === 'mob' && !notSummoned.has(name));
  known ??= new Map(alive.map(({ name, id }) => [name, id]));
  return known;
}

export const summonCommand: Command = {
  who: 'operators',
  forms: [
    form(
      [named('entity', 'minecraft:entity_summon', kinds, (id) => t('entity.notFound', id)), optional(vec3('pos'))],
      (source, { value: type }, at = source.position) => {
        const { squid, world } = source.game;
        if (!isInWorld(source.game, at.floored())) fail('commands.summon.invalidPosition');
        const others = Object.values(squid.entities).filter((one) => one.type !== 'player').length;
        if (others >= mostSummoned) fail('commands.summon.failed');
        const entity = squid.spawnMob(type, world, at.clone());
        report(source, t('commands.summon.success', shownName(source.game, entity)));
      },
    ),
  ],
};
