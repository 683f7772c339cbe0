import type { Registry } from '../../../world-format/chunk.ts';
import { fail, t } from '../messages/text.ts';
import type { Player } from '../squid/squid.ts';
import { bool, integer, optional } from './argument.ts';
import { type Command, reportOf } from './command.ts';
import { ownPlayer } from './people.ts';
import { nameFor } from './speak.ts';
import type { Source } from './source.ts';
import { players } from './targets.ts';
import { named } from './things.ts';
import { form } from './tree.ts';

const defaultSeconds = 30;
const mostSeconds = 1_000_000;
/** These work once, and are over. */
const atOnce = new Set(['instant_health', 'instant_damage', 'saturation']);
/** Packet entity_effect of protocol 754. */
const showParticles = 2;

/** An effect as a player's client shows it. */
interface Effect {
  amplifier: number;
  hideParticles: number;
  /** Milliseconds of performance.now(). */
  until: number;
}

/** By their numbers. */
const effects = new WeakMap<Player, Map<number, Effect>>();
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
        const ticks = atOnce.has(id) ? seconds : seconds * 20;
        for (const target of targets) {
          const until = performance.now() + ticks * 50;
          const given = { amplifier: (amplifier << 24) >> 24, hideParticles: hides ? 0 : showParticles, until };
          effectsOf(target).set(effectId, given);
          showEffect(target, effectId, given);
        }
        return reportOf(source, 'commands.effect.give.success', targets, nameFor(source), t(`effect.minecraft.${id}`));
      },
    ),
    form(['clear', optional(players('targets'))], (source, targets = [ownPlayer(source)]) => {
      const had = targets.filter((target) => [...effectsOf(target).keys()].filter((id) => take(target, id)).length > 0);
      if (had.length === 0) fail('commands.effect.clear.everything.failed');
      return reportOf(source, 'commands.effect.clear.everything.success', had, nameFor(source));
    }),
    form(['clear', players('targets'), effect], (source: Source, targets, { id, value }) => {
      const had = targets.filter((target) => take(target, value));
      if (had.length === 0) fail('commands.effect.clear.specific.failed');
      return reportOf(
        source,
        'commands.effect.clear.specific.success',
        had,
        nameFor(source),
        t(`effect.minecraft.${id}`),
      );
    }),
  ],
};

/** Shows a client that has forgotten them all. */
export function showEffects(player: Player): void {
  for (const [id, given] of effectsOf(player)) if (given.until > performance.now()) showEffect(player, id, given);
}

function showEffect({ _client, id }: Player, effectId: number, { amplifier, hideParticles, until }: Effect): void {
  const duration = Math.round((until - performance.now()) / 50);
  _client.write('entity_effect', { entityId: id, effectId, amplifier, duration, hideParticles });
}

function effectsOf(player: Player): Map<number, Effect> {
  const has = effects.get(player) ?? new Map<number, Effect>();
  effects.set(player, has);
  return has;
}

/** @returns whether the player had it */
function take(player: Player, effectId: number): boolean {
  const until = effectsOf(player).get(effectId)?.until;
  effectsOf(player).delete(effectId);
  if (until === undefined || until < performance.now()) return false;
  player._client.write('remove_entity_effect', { entityId: player.id, effectId });
  return true;
}

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
