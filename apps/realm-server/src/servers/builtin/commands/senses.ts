import { Vec3 } from 'vec3';
import { fail, t } from '../messages/text.ts';
import { soundFields } from '../players/near.ts';
import type { Player } from '../squid/squid.ts';
import { argument, type Argument, choice, float, integer, optional } from './language/argument.ts';
import { type Commands, report, reportOf } from './language/command.ts';
import { vec3 } from './language/coordinates.ts';
import { nameFor } from './speak.ts';
import type { Reader } from './language/reader.ts';
import type { Source } from './language/source.ts';
import { players } from './language/targets.ts';
import { block, item, readThing, resource } from './things.ts';
import { form } from './language/tree.ts';

/** In the order of their numbers in protocol 754. */
const particles =
  'ambient_entity_effect angry_villager barrier block bubble cloud crit damage_indicator dragon_breath dripping_lava falling_lava landing_lava dripping_water falling_water dust effect elder_guardian enchanted_hit enchant end_rod entity_effect explosion_emitter explosion falling_dust firework fishing flame soul_fire_flame soul flash happy_villager composter heart instant_effect item item_slime item_snowball large_smoke lava mycelium note poof portal rain smoke sneeze spit squid_ink sweep_attack totem_of_undying underwater splash witch bubble_pop current_down bubble_column_up nautilus dolphin campfire_cosy_smoke campfire_signal_smoke dripping_honey falling_honey landing_honey falling_nectar ash crimson_spore warped_spore dripping_obsidian_tear falling_obsidian_tear landing_obsidian_tear reverse_portal white_ash'.split(
    ' ',
  );
const categories = 'master music record weather block hostile neutral player ambient voice'.split(' ');
/** A client of the original server can be made to draw any number; more than this holds it up. */
const mostParticles = 10_000;
const particlesSeen = { normal: 32, force: 512 };

interface Particle {
  id: string;
  particleId: number;
  data: Record<string, unknown> | undefined;
}

export const sensesCommands: Commands = {
  particle: {
    who: 'operators',
    forms: [
      form([particle('name'), optional(vec3('pos'))], (source, what, at = source.position) =>
        showParticle(source, what, at, new Vec3(0, 0, 0), 0, 0, 'normal'),
      ),
      form(
        [particle('name'), vec3('pos'), delta('delta'), float('speed', 0), integer('count', 0, mostParticles)],
        (source, what, at, spread, speed, count) => showParticle(source, what, at, spread, speed, count, 'normal'),
      ),
      form(
        [
          particle('name'),
          vec3('pos'),
          delta('delta'),
          float('speed', 0),
          integer('count', 0, mostParticles),
          choice('force', 'normal'),
          optional(players('viewers')),
        ],
        showParticle,
      ),
    ],
  },
  playsound: {
    who: 'operators',
    forms: [
      form(
        [
          resource('sound', undefined, 'minecraft:available_sounds'),
          choice(...categories),
          players('targets'),
          optional(vec3('pos')),
          optional(float('volume', 0)),
          optional(float('pitch', 0, 2)),
          optional(float('minVolume', 0, 1)),
        ],
        (source, soundName, category, targets, at = source.position, volume = 1, pitch = 1, minVolume = 0) => {
          const heard = targets.filter((target) =>
            playSound(target, soundName, category, at, volume, pitch, minVolume),
          );
          if (heard.length === 0) fail('commands.playsound.failed');
          return reportOf(source, 'commands.playsound.success', heard, nameFor(source), [soundName]);
        },
      ),
    ],
  },
  stopsound: {
    who: 'operators',
    forms: [
      form([players('targets')], (source, targets) => {
        for (const target of targets) target._client.write('stop_sound', { flags: 0 });
        report(source, t('commands.stopsound.success.sourceless.any'));
        return targets.length;
      }),
      form([players('targets'), choice(...categories)], (source, targets, category) => {
        const fields = { flags: 1, source: categories.indexOf(category) };
        for (const target of targets) target._client.write('stop_sound', fields);
        report(source, t('commands.stopsound.success.source.any', category));
        return targets.length;
      }),
    ],
  },
};

/** Packet world_particles of protocol 754. */
function showParticle(
  source: Source,
  { id, particleId, data }: Particle,
  { x, y, z }: Vec3,
  spread: Vec3,
  speed: number,
  count: number,
  how: 'force' | 'normal',
  viewers: readonly Player[] = source.game.squid.players,
): number {
  const place = { x, y, z, offsetX: spread.x, offsetY: spread.y, offsetZ: spread.z };
  const fields = { particleId, longDistance: how === 'force', ...place, particleData: speed, particles: count, data };
  const seeing = viewers.filter(
    ({ world, position }) =>
      world === source.game.world && position.distanceTo(new Vec3(x, y, z)) <= particlesSeen[how],
  );
  if (seeing.length === 0) fail('commands.particle.failed');
  for (const viewer of seeing) viewer._client.write('world_particles', fields);
  report(source, t('commands.particle.success', `minecraft:${id}`));
  return seeing.length;
}

/** Packet named_sound_effect of protocol 754. @returns whether the player is near enough to hear it */
function playSound(
  { _client: client, position }: Player,
  soundName: string,
  category: string,
  at: Vec3,
  volume: number,
  pitch: number,
  minVolume: number,
): boolean {
  const reach = Math.max(16, volume * 16);
  const isNear = position.distanceTo(at) <= reach;
  if (!isNear && minVolume <= 0) return false;
  // Who is too far away hears it from their side of the way there.
  const from = isNear ? at : position.plus(at.minus(position).unit().scaled(2));
  const fields = soundFields(soundName, categories.indexOf(category), from, isNear ? volume : minVolume, pitch);
  client.write('named_sound_effect', fields);
  return true;
}

function particle(name: string): Argument<Particle> {
  return argument(
    name,
    'minecraft:particle',
    (reader, source) => {
      const from = reader.cursor;
      const id = readThing(reader);
      const particleId = particles.indexOf(id);
      if (particleId < 0) throw reader.error(t('particle.notFound', id), from);
      return { id, particleId, data: readData(reader, source, id) };
    },
    { suggest: () => particles.map((id) => `minecraft:${id}`) },
  );
}

/** What some kinds of particle say besides: a colour and size, a block, an item. */
function readData(reader: Reader, source: Source, id: string): Record<string, unknown> | undefined {
  if (id === 'dust') {
    const [red, green, blue, scale] = [1, 2, 3, 4].map(() => {
      reader.expect(' ');
      return reader.number('float');
    });
    return { red, green, blue, scale };
  }
  if (id === 'block' || id === 'falling_dust') {
    reader.expect(' ');
    return { blockState: block('block').parse(reader, source)(source).state };
  }
  if (id !== 'item') return undefined;
  reader.expect(' ');
  return { item: { present: true, itemId: item('item').parse(reader, source)(source).id, itemCount: 1 } };
}

/** Three plain numbers. */
function delta(name: string): Argument<Vec3> {
  return argument(name, 'minecraft:vec3', (reader) => {
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((n) => {
      if (n > 0) reader.expect(' ');
      return reader.number('double');
    });
    return new Vec3(x, y, z);
  });
}
