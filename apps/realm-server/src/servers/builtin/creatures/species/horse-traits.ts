import { list } from '../../../../world-format/nbt-tags.ts';
import { type Compound, compoundsOf, numbersOf, valueOf } from '../../../../world-format/nbt-fields.ts';
import type { Registry } from '../../../../world-format/chunk.ts';
import { itemOf, storedItem } from '../../players/stored-items.ts';
import type { Item } from '../../squid/squid.ts';
import { between, type Creature, type Stored } from '../creature.ts';

/** Those that can be ridden with a saddle, once they are tame. */
export const horses = new Set(['horse', 'donkey', 'mule']);

const luck = (share: number): number => (Math.random() + Math.random() + Math.random()) * share;
/** What differs between individuals: the game's name of the attribute, the most accepted from a file, and how it is rolled. Source: the game's AbstractHorse (1.16.5) */
const attributes = {
  health: { name: 'generic.max_health', most: 100, horse: () => 15 + between(0, 7) + between(0, 8) },
  speed: { name: 'generic.movement_speed', most: 1, horse: () => (0.45 + luck(0.3)) * 0.25, otherwise: 0.175 },
  jump: { name: 'horse.jump_strength', most: 2, horse: () => 0.4 + luck(0.2), otherwise: 0.5 },
};
type Trait = keyof typeof attributes;
const traitNames = Object.keys(attributes) as Trait[];
const coats = { colours: 7, markings: 5 };

/** How much it bears, how fast it runs (the game's attribute), and how strongly it jumps. */
export function traitsOf({ fields }: Pick<Stored, 'fields'>): Record<Trait, number> {
  const stored = compoundsOf({ value: fields }, 'Attributes');
  return eachTrait((trait) => {
    const { name, most } = attributes[trait];
    const found = stored.find((one) => valueOf(one['Name']) === `minecraft:${name}`);
    return Math.max(0, Math.min(most, numbersOf({ value: found ?? {} }, ['Base'])?.[0] ?? 0));
  });
}

/** What a horse wears; null for none. */
export function armourOf(registry: Registry, { fields }: Pick<Stored, 'fields'>): Item | null {
  const stored = storedItem(fields['ArmorItem']);
  return stored && itemOf(registry, stored);
}

/** Rolls traits for one that has none yet. */
export function endow(creature: Creature): void {
  const { name, fields, data } = creature;
  if (!horses.has(name) || fields['Attributes']) return;
  creature.fields = { ...fields, Attributes: attributesOf(eachTrait((trait) => rolled(trait, name))) };
  if (name === 'horse' && !fields['Variant']) data.Variant = anyCoat();
  if (!fields['Health']) creature.health = traitsOf(creature).health;
}

/** What a foal has of its parents. */
export function foalOf(one: Creature, other: Creature): Partial<Stored> {
  const [ours, theirs] = [traitsOf(one), traitsOf(other)];
  const Attributes = attributesOf(eachTrait((trait) => (ours[trait] + theirs[trait] + rolled(trait, 'horse')) / 3));
  const from = [one, other].map(({ data }) => data.Variant);
  const pick = (): number => [...from, ...from, ...from, ...from, anyCoat()][between(0, 8)] ?? 0;
  const Variant = (pick() & 0xff) | (pick() & 0xff00);
  return { owner: null, fields: { Attributes }, data: { ...one.data, InLove: 0, Tame: 0, Temper: 0, Variant } };
}

/** Packet entity_update_attributes of protocol 754: by these the rider's client moves it. */
export function attributesPacket(creature: Creature): Record<string, unknown> {
  const traits = traitsOf(creature);
  const properties = traitNames.map((trait) => ({
    key: `minecraft:${attributes[trait].name}`,
    value: traits[trait],
    modifiers: [],
  }));
  return { entityId: creature.id, properties };
}

function rolled(trait: Trait, name: string): number {
  const { horse, ...others } = attributes[trait];
  return name === 'horse' || !('otherwise' in others) ? horse() : others.otherwise;
}

function anyCoat(): number {
  return between(0, coats.colours - 1) | (between(0, coats.markings - 1) << 8);
}

function attributesOf(traits: Record<Trait, number>): { type: string; value: unknown } {
  const value = traitNames.map((trait): Compound => ({
    Name: { type: 'string', value: `minecraft:${attributes[trait].name}` },
    Base: { type: 'double', value: traits[trait] },
  }));
  return list('compound', value);
}

function eachTrait(value: (trait: Trait) => number): Record<Trait, number> {
  return Object.fromEntries(traitNames.map((trait) => [trait, value(trait)])) as Record<Trait, number>;
}
