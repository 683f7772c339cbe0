import { gameModeNumber } from '../rules/game.ts';
import { messagesOf } from '../messages/messages.ts';
import { dimensionKinds } from '../dimensions/kinds.ts';
import { fail, t } from '../messages/text.ts';
import { makeItem } from '../players/items.ts';
import { hurtCreature } from '../creatures/hurting.ts';
import type { Being } from '../creatures/creature.ts';
import type { Player } from '../squid/squid.ts';
import { choice, integer, optional, words } from './language/argument.ts';
import { type Commands, report, reportOf, shownItem } from './language/command.ts';
import { blockPos, isInWorld } from './language/coordinates.ts';
import { shownName } from './language/names.ts';
import { nameFor } from './speak.ts';
import { wake } from '../survival/beds.ts';
import { bodyOf } from '../survival/body.ts';
import { causes, hurt } from '../survival/damage.ts';
import { giveOrDrop, resendWindows, shutWindow } from '../windows/open-windows.ts';
import { isPlayer, type Source } from './language/source.ts';
import { entities, players } from './language/targets.ts';
import { item } from './things.ts';
import { form } from './language/tree.ts';

const modes = ['survival', 'creative', 'adventure', 'spectator'] as const;
const deadly = 1_000_000;
/** Stacks of one give, as in the game. */
const mostStacks = 100;
const mostItems = 64 * mostStacks;

export const peopleCommands: Commands = {
  gamemode: {
    who: 'operators',
    forms: [
      form([choice(...modes), optional(players('target'))], (source, name, targets = [ownPlayer(source)]) => {
        for (const target of targets) setMode(source, target, name);
        return targets.length;
      }),
    ],
  },
  give: {
    who: 'operators',
    forms: [
      form(
        [players('targets'), item('item'), optional(integer('count', 1, mostItems))],
        (source, targets, kind, count = 1) => {
          const most = kind.stackSize * mostStacks;
          if (count > most) fail('arguments.item.overstacked', shownItem(source, kind.name), most);
          for (const target of targets) {
            for (let left = count; left > 0; left -= kind.stackSize) {
              const stack = makeItem(source.game.squid.registry, kind.id, left);
              if (stack) giveOrDrop(source.game.dimensions.gameOf(target), target, stack);
            }
          }
          return reportOf(source, 'commands.give.success', targets, nameFor(source), [
            count,
            shownItem(source, kind.name),
          ]);
        },
      ),
    ],
  },
  clear: {
    who: 'operators',
    forms: [
      form([optional(players('targets'))], (source, targets = [ownPlayer(source)]) => clear(source, targets)),
      form([players('targets'), item('item'), optional(integer('maxCount', 0))], (source, targets, kind, count) =>
        clear(source, targets, kind.id, count),
      ),
    ],
  },
  kill: {
    who: 'operators',
    forms: [
      form([optional(entities('targets'))], (source, targets: Being[] = [ownPlayer(source)]) => {
        for (const target of targets) kill(source, target);
        return reportOf(source, 'commands.kill.success', targets, nameFor(source));
      }),
    ],
  },
  kick: {
    who: 'operators',
    forms: [
      form([players('targets'), optional(words('reason', 'minecraft:message'))], (source, targets, reason) => {
        for (const target of targets) {
          const why = reason ?? messagesOf(target).sentOff;
          target._client.end(why);
          report(source, t('commands.kick.success', shownName(source.game, target), why));
        }
        return targets.length;
      }),
    ],
  },
  spawnpoint: {
    who: 'operators',
    forms: [
      form(
        [optional(players('targets')), optional(blockPos('pos'))],
        (source, targets = [ownPlayer(source)], at = source.position.floored()) => {
          inOverworld(source);
          if (!isInWorld(source.game, at)) fail('argument.pos.outofworld');
          for (const target of targets) {
            // Whoever sleeps does so where they come back to life.
            wake(target);
            bodyOf(target).spawn = { at: at.clone(), isBed: false };
            source.game.store.keep(target);
          }
          const place = [at.x, at.y, at.z, 0, 'minecraft:overworld'] as const;
          return reportOf(source, 'commands.spawnpoint.success', targets, nameFor(source), place);
        },
      ),
    ],
  },
};

/** @throws CommandError elsewhere: players respawn only there */
export function inOverworld({ game: { world } }: Source): void {
  const { id } = dimensionKinds[world.dimension];
  if (world.dimension !== 'overworld') fail('argument.dimension.invalid', id);
}

/** @throws CommandError at the console, which has no body */
export function ownPlayer({ entity }: Source): Player {
  return isPlayer(entity) ? entity : fail('argument.entity.notfound.player');
}

function setMode(source: Source, target: Player, name: (typeof modes)[number]): void {
  const mode = Object.entries(gameModeNumber).find(([known]) => known === name.toUpperCase())?.[1] ?? 0;
  if (target.gameMode === mode) return;
  target.hasFallen = false;
  target.setGameMode(mode);
  const shown = t(`gameMode.${name}`);
  if (target === source.entity) report(source, t('commands.gamemode.success.self', shown));
  else report(source, t('commands.gamemode.success.other', shownName(source.game, target), shown));
}

function kill({ game }: Source, target: Being): void {
  if (isPlayer(target)) hurt(game.dimensions.gameOf(target), target, deadly, causes.command);
  else hurtCreature(game, target, deadly);
}

/** @param most 0 counts what there is, and leaves it */
function clear(source: Source, targets: readonly Player[], type?: number, most = Infinity): number {
  let total = 0;
  for (const target of targets) {
    // What is at the mouse and in grids comes into the bag.
    if (most > 0) shutWindow(source.game.dimensions.gameOf(target), target);
    const { inventory } = target;
    let left = most === 0 ? Infinity : most;
    inventory.slots.forEach((there, slot) => {
      const isResult = slot === 0;
      if (!there || isResult || (type !== undefined && there.type !== type)) return;
      const taken = Math.min(left, there.count);
      left -= taken;
      total += taken;
      if (most === 0 || taken === 0) return;
      inventory.updateSlot(slot, taken === there.count ? null : { ...there, count: there.count - taken });
    });
  }
  for (const target of targets) resendWindows(target);
  const [only] = targets;
  const name = only && targets.length === 1 ? shownName(source.game, only) : targets.length;
  const many = targets.length === 1 ? 'single' : 'multiple';
  if (total === 0) fail(`clear.failed.${many}`, name);
  report(source, t(most === 0 ? `commands.clear.test.${many}` : `commands.clear.success.${many}`, total, name));
  return total;
}
