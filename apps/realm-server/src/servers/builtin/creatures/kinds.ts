import type { Registry } from '../../../world-format/chunk.ts';

/** A kind of creature, besides what minecraft-data knows of it. */
export interface Kind {
  name: string;
  id: number;
  /** Blocks. */
  width: number;
  height: number;
  health: number;
  /** Blocks a tick, walking; of those that fly, what they add to their speed in a tick. */
  pace: number;
  flies: boolean;
  /** `boss` is the dragon, which is not saved with the land. */
  category: 'animal' | 'monster' | 'other' | 'boss';
  /** The food that it follows, and that it breeds with. */
  food: RegExp | null;
  /** Of its hits on NORMAL. */
  damage: number;
  /** The experience for killing it, least and most. */
  experience: readonly [number, number];
  /** Its possible drops, each with least and most. */
  loot: Readonly<Record<string, readonly [least: number, most: number]>>;
}

/** Those whose size is their `Size`, and that split into smaller ones. */
export const cubes = new Set(['slime', 'magma_cube']);

/** What a monster is seen with in its hand. */
export const heldBy: Record<string, string | undefined> = { skeleton: 'bow', zombified_piglin: 'golden_sword' };

type Traits = Pick<Kind, 'health' | 'category'> & { speed: number } & Partial<
    Pick<Kind, 'food' | 'damage' | 'loot' | 'experience' | 'flies'>
  >;

const wheat = /^wheat$/;
const flowers =
  /_tulip$|^(dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower|lily_of_the_valley|wither_rose|sunflower|lilac|rose_bush|peony)$/;

/** Those that do something; speed is the game's attribute. Source: https://minecraft.wiki (Java Edition 1.16), each one's page; the game's loot tables */
const traits: Record<string, Traits | undefined> = {
  cow: animal(10, 0.2, wheat, { leather: [0, 2], beef: [1, 3] }),
  sheep: animal(8, 0.23, wheat, { mutton: [1, 2] }),
  pig: animal(10, 0.25, /^(carrot|potato|beetroot)$/, { porkchop: [1, 3] }),
  chicken: animal(4, 0.25, /(^wheat|_)seeds$/, { feather: [0, 2], chicken: [1, 1] }),
  wolf: animal(8, 0.3, /^(cooked_)?(beef|porkchop|mutton|chicken|rabbit)$|^rotten_flesh$/, {}, 4),
  horse: animal(22, 0.2, null, { leather: [0, 2] }),
  donkey: animal(22, 0.175, null, { leather: [0, 2] }),
  mule: animal(22, 0.175, null, { leather: [0, 2] }),
  bee: { ...animal(10, 0.14, flowers, {}, 2), flies: true },
  zombie: monster(20, 0.23, 3, { rotten_flesh: [0, 2] }),
  skeleton: monster(20, 0.25, 2, { bone: [0, 2], arrow: [0, 2] }),
  spider: monster(16, 0.3, 2, { string: [0, 2], spider_eye: [-1, 1] }),
  creeper: monster(20, 0.25, 0, { gunpowder: [0, 2] }),
  enderman: monster(40, 0.3, 7, { ender_pearl: [0, 1] }),
  slime: monster(16, 0.3, 4, {}),
  magma_cube: monster(16, 0.3, 6, {}),
  zombified_piglin: monster(20, 0.23, 8, { rotten_flesh: [0, 1], gold_nugget: [0, 1] }),
  blaze: { ...monster(20, 0.1, 6, { blaze_rod: [0, 1] }), experience: [10, 10], flies: true },
  ghast: {
    ...monster(10, 0.08, 0, { ghast_tear: [0, 1], gunpowder: [0, 2] }),
    flies: true,
  },
  snow_golem: { health: 4, speed: 0.2, category: 'other', loot: { snowball: [0, 15] } },
  villager: { health: 20, speed: 0.25, category: 'other' },
  iron_golem: {
    health: 100,
    speed: 0.25,
    category: 'other',
    damage: 15,
    loot: { iron_ingot: [3, 5], poppy: [0, 2] },
  },
};

function monster(health: number, speed: number, damage: number, loot: Kind['loot']): Traits {
  return { health, speed, category: 'monster', loot, damage, experience: [5, 5] };
}

function animal(health: number, speed: number, food: RegExp | null, loot: Kind['loot'], damage = 0): Traits {
  return { health, speed, category: 'animal', food, loot, damage, experience: [1, 3] };
}

/** Of what does nothing but stand there. */
const plain: Traits = { health: 20, speed: 0, category: 'other' };
/** Those with more than one body part. */
const tooMuch = new Set(['ender_dragon', 'wither']);
/** From a `speed` attribute to a pace: the balance between the push of each tick and the friction of the ground. */
const paceOfSpeed = 2.16;

const nothing = { food: null, damage: 0, experience: [0, 0], loot: {}, flies: false } as const;

/** The dragon is as big as its body and the inner half of its wings. */
const bosses = { ender_dragon: { health: 200, width: 10, height: 4 }, end_crystal: { health: 1 } };

let kinds: Map<string, Kind> | undefined;

/** All that lives, by the game's name. Made when it is first needed. */
export function kindsOf({ entitiesByName }: Registry): ReadonlyMap<string, Kind> {
  if (kinds) return kinds;
  const alive = Object.values(entitiesByName).flatMap((kind) =>
    // Of some the table does not say that they live.
    kind && (kind.category.endsWith(' mobs') || traits[kind.name]) && !tooMuch.has(kind.name) ? kind : [],
  );
  return (kinds = new Map(
    alive.map(({ name, id, width, height }) => {
      const { speed, ...rest } = traits[name] ?? plain;
      const pace = speed ** 2 * paceOfSpeed;
      return [name, { ...nothing, ...rest, name, id, width, height, pace }];
    }),
  ));
}

/** What only the fight in the End makes. */
export function bossKind({ entitiesByName }: Registry, name: keyof typeof bosses): Kind {
  const { id = 0, width = 1, height = 1 } = entitiesByName[name] ?? {};
  return { ...nothing, name, id, width, height, pace: 0, category: 'boss', ...bosses[name] };
}
