import { structureNames } from '../../../maps/survival/sites.ts';
import { fail, inBrackets, t } from '../messages/text.ts';
import { isInsideBorder } from '../rules/place.ts';
import { choice } from './language/argument.ts';
import { type Command, reply } from './language/command.ts';
import type { Source } from './language/source.ts';
import { form } from './language/tree.ts';

export const locateCommand: Command = {
  who: 'operators',
  forms: [form([choice(...structureNames)], locate)],
};

/** Only those inside the border: nobody can reach any other. @returns how many blocks away it is */
function locate(source: Source, name: (typeof structureNames)[number]): number {
  const { map, seed, settings, centre } = source.game;
  const from = source.position.floored();
  const at = map.structures?.nearest(seed, name, from, (site) => isInsideBorder(settings, centre, site));
  if (!at) fail('commands.locate.failed');
  const distance = Math.floor(Math.hypot(at.x - from.x, at.z - from.z));
  const place = {
    ...(inBrackets(t('chat.coordinates', at.x, '~', at.z)) as object),
    color: 'green',
    clickEvent: { action: 'suggest_command', value: `/tp @s ${at.x} ~ ${at.z}` },
    hoverEvent: { action: 'show_text', contents: t('chat.coordinates.tooltip') },
  };
  reply(source, t('commands.locate.success', name, place, distance));
  return distance;
}
