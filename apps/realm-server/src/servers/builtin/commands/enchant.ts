import { t, fail } from '../messages/text.ts';
import { heldItem, heldSlot } from '../players/items.ts';
import { canBear, enchantmentsOf, withEnchantments } from '../survival/enchantments.ts';
import { integer, optional } from './language/argument.ts';
import { type Command, reportOf } from './language/command.ts';
import { nameFor } from './speak.ts';
import { players } from './language/targets.ts';
import { named } from './things.ts';
import { form } from './language/tree.ts';

const enchantment = named(
  'enchantment',
  'minecraft:item_enchantment',
  ({ game }) => new Map(game.squid.registry.enchantmentsArray.map((one) => [one.name, one])),
  (id) => t('enchantment.unknown', id),
);

export const enchantCommand: Command = {
  who: 'operators',
  forms: [
    form(
      [players('targets'), enchantment, optional(integer('level', 0))],
      (source, targets, { id, value }, level = 1) => {
        const { registry } = source.game.squid;
        if (level > value.maxLevel) fail('commands.enchant.failed.level', level, value.maxLevel);
        const able = targets.filter((target) => {
          const item = heldItem(target);
          const has = item ? [...enchantmentsOf(item).keys()] : [];
          return item && canBear(registry, item, value) && !has.some((other) => value.exclude.includes(other));
        });
        if (able.length === 0) fail('commands.enchant.failed');
        for (const target of able) {
          const item = heldItem(target);
          if (!item) continue;
          const next = new Map([...enchantmentsOf(item), [id, level] as const].filter(([, one]) => one > 0));
          target.inventory.updateSlot(heldSlot(target), withEnchantments(item, next));
        }
        return reportOf(source, 'commands.enchant.success', able, nameFor(source), [t(`enchantment.minecraft.${id}`)]);
      },
    ),
  ],
};
