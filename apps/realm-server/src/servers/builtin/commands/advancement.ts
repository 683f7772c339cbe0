import { nameOf } from '../advancements/advancements.ts';
import { advancements } from '../advancements/table.ts';
import { fail, t } from '../messages/text.ts';
import type { Player } from '../squid/squid.ts';
import { choice } from './language/argument.ts';
import { type Command, report } from './language/command.ts';
import { nameFor } from './speak.ts';
import type { Source } from './language/source.ts';
import { players } from './language/targets.ts';
import { named } from './things.ts';
import { form } from './language/tree.ts';

const advancement = named(
  'advancement',
  'minecraft:resource_location',
  () => new Map(advancements.map((one) => [one.id, one])),
  (id) => t('advancement.advancementNotFound', id),
);

export const advancementCommand: Command = {
  who: 'operators',
  forms: [
    form([choice('grant', 'revoke'), players('targets'), 'everything'], (source, how, targets) =>
      change(source, how, targets, advancements),
    ),
    form([choice('grant', 'revoke'), players('targets'), 'only', advancement], (source, how, targets, { value }) =>
      change(source, how, targets, [value]),
    ),
  ],
};

function change(source: Source, how: 'grant' | 'revoke', targets: readonly Player[], all: typeof advancements): number {
  const made = source.game.advancements;
  let changed = 0;
  for (const target of targets) {
    for (const { id, criteria } of all) {
      if (how === 'grant' ? made.earn(target, id, criteria[0]?.[0] ?? '') : made.revoke(target, id)) changed += 1;
    }
  }
  const [first] = all;
  const [only] = targets;
  const what = all.length === 1 && first ? nameOf(first) : all.length;
  const whom = targets.length === 1 && only ? nameFor(source)(only) : targets.length;
  const key = `commands.advancement.${how}.${all.length === 1 ? 'one' : 'many'}.to.${targets.length === 1 ? 'one' : 'many'}`;
  if (changed === 0) fail(`${key}.failure`, what, whom);
  report(source, t(`${key}.success`, what, whom));
  return changed;
}
