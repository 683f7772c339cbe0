import { heldItem, itemNamed, useUp } from '../players/items.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { wearHeld } from '../survival/digging/durability.ts';
import { openHorse } from '../windows/horse.ts';
import { openMerchant } from '../windows/merchant.ts';
import { exchange } from '../windows/open-windows.ts';
import { between, colours, type Creature, eyesOf, isBaby } from './creature.ts';
import { healCreature, mostHealth } from './hurting.ts';
import { tendMount } from './species/horses.ts';
import { showMetadata, showStatus, sound } from './showing.ts';

const loveTicks = 600;
/** A meal takes away this share of what a baby still has to grow. */
const growth = 0.1;
/** Of an iron golem, by an ingot. */
const repair = 25;
/** entity_status of protocol 754. */
const status = { tame: 7, untamed: 6, love: 18 };

/** Packet use_entity: uses the item in the hand on a creature. The item and the creature change in the same turn. */
export function treat(game: Game, player: Player, creature: Creature): void {
  if (creature.name === 'villager') return openMerchant(game, player, creature);
  if (player.crouching && openHorse(game, player, creature)) return;
  if (!tendMount(game, player, creature) && !use(game, player, creature)) return;
  game.creatures.touch(creature);
  showMetadata(creature);
}

/** @returns whether it had an effect */
function use(game: Game, player: Player, creature: Creature): boolean {
  const item = heldItem(player);
  const { name = '' } = item ?? {};
  const { data } = creature;
  const isOwn = creature.owner === player.uuid;
  const dyed = colours.indexOf(name.replace(/_dye$/, ''));
  if (name === 'shears' && creature.name === 'sheep') shear(game, player, creature);
  else if (name === 'shears' && creature.name === 'snow_golem') unmask(game, player, creature);
  else if (name === 'iron_ingot' && creature.name === 'iron_golem') {
    if (creature.health >= mostHealth(creature)) return false;
    healCreature(creature, repair);
    useUp(player);
    sound(creature, 'iron_golem.repair');
  } else if (creature.name === 'sheep' && name.endsWith('_dye') && dyed >= 0 && dyed !== data.Color) {
    data.Color = dyed;
    useUp(player);
  } else if (name === 'bucket' && creature.name === 'cow' && !isBaby(creature)) milk(game, player);
  else if (creature.name === 'wolf' && name === 'bone' && creature.owner === null && !creature.prey)
    tame(player, creature);
  else if (creature.kind.food?.test(name)) feed(player, creature, isOwn);
  else if (isOwn && creature.name === 'wolf') data.Sitting = 1 - data.Sitting;
  else return false;
  return true;
}

function shear(game: Game, player: Player, creature: Creature): void {
  const { data, position } = creature;
  if (data.Sheared === 1 || isBaby(creature)) return;
  data.Sheared = 1;
  const wool = itemNamed(game.squid.registry, `${colours[data.Color]}_wool`, between(1, 3));
  if (wool) game.groundItems.drop(wool, position.offset(0, 1, 0));
  wearHeld(game, player);
}

/** A snow golem loses its pumpkin. */
function unmask(game: Game, player: Player, creature: Creature): void {
  const pumpkin = itemNamed(game.squid.registry, 'carved_pumpkin');
  if (creature.fields['Pumpkin']?.value === 0 || !pumpkin) return;
  creature.fields = { ...creature.fields, Pumpkin: { type: 'byte', value: 0 } };
  game.groundItems.drop(pumpkin, eyesOf(creature));
  wearHeld(game, player);
}

function milk(game: Game, player: Player): void {
  const milked = itemNamed(game.squid.registry, 'milk_bucket');
  if (milked) exchange(game, player, milked);
}

function tame(player: Player, creature: Creature): void {
  useUp(player);
  const isTamed = between(1, 3) === 1;
  showStatus(creature, isTamed ? status.tame : status.untamed);
  if (!isTamed) return;
  creature.owner = player.uuid;
  creature.data.Sitting = 1;
  creature.health = mostHealth(creature);
}

/** Food heals a tame wolf, makes a baby grow, and makes adults fall in love. */
function feed(player: Player, creature: Creature, isOwn: boolean): void {
  const isHungry = creature.name === 'wolf' && isOwn && creature.health < mostHealth(creature);
  const mayLove = creature.age === 0 && creature.data.InLove === 0 && (creature.name !== 'wolf' || isOwn);
  if (!isHungry && !mayLove && !isBaby(creature)) return;
  useUp(player);
  if (isHungry) healCreature(creature, 4);
  else if (isBaby(creature)) creature.age = Math.ceil(creature.age * (1 - growth));
  else {
    creature.data.InLove = loveTicks;
    showStatus(creature, status.love);
  }
}
