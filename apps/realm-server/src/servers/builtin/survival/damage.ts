import type { Vec3 } from 'vec3';
import { inEnglish } from '../messages/english.ts';
import { t, type Text } from '../messages/text.ts';
import { closeWindow, resendWindows } from '../windows/open-windows.ts';
import type { Game } from '../rules/game.ts';
import type { Team } from '../scores/team.ts';
import type { Player } from '../squid/squid.ts';
import { armourSlots } from '../players/items.ts';
import { behindArmour, wearArmour } from './armour.ts';
import type { Being } from '../creatures/creature.ts';
import { hurtCreature } from '../creatures/hurting.ts';
import { bodyOf, exhaust, isMortal } from './body.ts';
import { absorb, levelOf } from './potions/effects.ts';
import { wear } from './digging/durability.ts';
import { behindEnchantments, enchantmentOn } from './enchantments.ts';
import { pickUpDelay } from './ground-items.ts';
import { isShielded } from './shields.ts';

/** The cause of damage: its name in the game's death messages. */
export interface Cause {
  name: string;
  /** Armour does not help. */
  isPiercing?: true;
  /** Nothing helps. */
  isCertain?: true;
  /** Neither armour nor effects reduce it. */
  isInner?: true;
  isOfFire?: true;
  isOfFall?: true;
  isOfBlast?: true;
}

export const causes = {
  fall: { name: 'attack.fall', isPiercing: true, isOfFall: true },
  deepFall: { name: 'fell.accident.generic', isPiercing: true, isOfFall: true },
  drowning: { name: 'attack.drown', isPiercing: true },
  fire: { name: 'attack.inFire', isOfFire: true },
  burning: { name: 'attack.onFire', isPiercing: true, isOfFire: true },
  lava: { name: 'attack.lava', isOfFire: true },
  hotFloor: { name: 'attack.hotFloor', isOfFire: true },
  cactus: { name: 'attack.cactus' },
  berries: { name: 'attack.sweetBerryBush' },
  suffocation: { name: 'attack.inWall', isPiercing: true },
  hunger: { name: 'attack.starve', isPiercing: true, isInner: true },
  thorns: { name: 'attack.thorns', isPiercing: true },
  magic: { name: 'attack.magic', isPiercing: true },
  wither: { name: 'attack.wither', isPiercing: true },
  player: { name: 'attack.player' },
  explosion: { name: 'attack.explosion', isOfBlast: true },
  explosionBy: { name: 'attack.explosion.player', isOfBlast: true },
  mob: { name: 'attack.mob' },
  arrow: { name: 'attack.arrow' },
  fireball: { name: 'attack.fireball', isOfFire: true },
  command: { name: 'attack.outOfWorld', isPiercing: true, isCertain: true },
  void: { name: 'attack.outOfWorld', isPiercing: true, isCertain: true },
} as const satisfies Record<string, Cause>;

/** For half a second only what hurts more counts, and only by how much more. */
const shieldTicks = 10;
const exhaustionOfDamage = 0.1;
/** entity_status of protocol 754. */
const status = { hurt: 2, dead: 3 };
const nobody = '00000000-0000-0000-0000-000000000000';
const systemMessage = 1;

/** Hurts a player. @param by who did it @param at where they are, and where their items drop if they die @param from where it comes from: a shield may block it @returns whether it did */
export function hurt(
  game: Game,
  player: Player,
  amount: number,
  cause: Cause,
  { by = null, at = player.position, from = by?.position }: { by?: Being | null; at?: Vec3; from?: Vec3 } = {},
): boolean {
  if (player.health <= 0 || (!cause.isCertain && !isMortal(player))) return false;
  const isByAlly = by?.type === 'player' && by !== player && game.scoreboard.areAllies(by.username, player.username);
  if (isByAlly) return false;
  if (cause.isOfFire && levelOf(player, 'fireResistance') > 0) return false;
  if (from && !cause.isPiercing && isShielded(game, player, amount, from, by)) return false;
  const body = bodyOf(player);
  const counts = body.shieldedTicks > 0 && !cause.isCertain ? amount - body.lastDamage : amount;
  if (counts <= 0) return false;
  if (body.shieldedTicks === 0) body.shieldedTicks = shieldTicks;
  body.lastDamage = amount;
  const damage = cause.isPiercing ? counts : behindArmour(player, counts);
  if (!cause.isPiercing) wearArmour(game.squid.registry, player, counts);
  exhaust(player, exhaustionOfDamage);
  const felt = cause.isInner || cause.isCertain ? damage : spare(player, damage, cause);
  player.updateHealth(Math.max(0, player.health - felt));
  tellStatus(player, player.health > 0 ? status.hurt : status.dead);
  if (by && by !== player && !cause.isPiercing) sting(game, player, by);
  if (player.health <= 0) die(game, player, cause, by, at);
  return true;
}

/** What difficulty makes of the harm that creatures and explosions do. Source: the game's Player (1.16.5) */
export function byDifficulty({ squid: { difficulty } }: Pick<Game, 'squid'>, damage: number): number {
  return [0, Math.min(damage / 2 + 1, damage), damage, damage * 1.5][difficulty] ?? damage;
}

/** Each piece of armour with Thorns may hurt the attacker. */
function sting(game: Game, player: Player, by: Being): void {
  for (const slot of armourSlots) {
    if (Math.random() >= 0.15 * enchantmentOn(player.inventory.slots[slot], 'thorns')) continue;
    const damage = 1 + Math.floor(Math.random() * 4);
    if (by.type === 'mob') hurtCreature(game, by, damage, player);
    else hurt(game, by, damage, causes.thorns, { by: player });
    wear(game.squid.registry, player, slot, 2);
  }
}

/** Resistance takes a fifth per level, enchantments of armour their share, and absorption all that it can. @returns the remaining damage */
function spare(player: Player, damage: number, cause: Cause): number {
  const resisted = damage * Math.max(0, 1 - levelOf(player, 'resistance') / 5);
  const left = behindEnchantments(player, resisted, cause);
  const { absorption } = bodyOf(player);
  if (absorption > 0) absorb(player, Math.max(0, absorption - left));
  return Math.max(0, left - absorption);
}

function tellStatus(player: Player, entityStatus: number): void {
  const packet = { entityId: player.id, entityStatus };
  player._client.write('entity_status', packet);
  player._writeOthersNearby('entity_status', packet);
}

/** Whether a player is told of the death of a member of a team. */
function hearsOf(team: Team | undefined, username: string): boolean {
  const isMember = team?.members.has(username) ?? false;
  const isHidden =
    { never: true, hideForOtherTeams: !isMember, hideForOwnTeam: isMember }[team?.deathMessages ?? ''] ?? false;
  return !isHidden;
}

/** The player dies and drops their items; everybody gets the death message, which clients translate. */
function die(game: Game, player: Player, { name }: Cause, by: Being | null, place: Vec3): void {
  const { server, settings, scoreboard } = game;
  const nameOf = (being: Being): Text =>
    being.type === 'player' ? scoreboard.inTeam(being.username) : t(`entity.minecraft.${being.name}`);
  const words = t(`death.${name}`, nameOf(player), ...(by && by !== player ? [nameOf(by)] : []));
  const message = JSON.stringify(words);
  player._client.write('combat_event', { event: 2, playerId: player.id, entityId: by?.id ?? -1, message });
  for (const { username, _client } of server.players)
    if (hearsOf(scoreboard.teamOf(player.username), username))
      _client.write('chat', { message, position: systemMessage, sender: nobody });
  game.log(`§c${inEnglish(words)}`);
  closeWindow(game, player);
  game.riding.release(player);
  bodyOf(player).meal = null;
  bodyOf(player).sleptTicks = null;
  if (settings.keepInventory) return;
  const at = place.offset(0, 1.3, 0);
  player.inventory.slots.forEach((item, slot) => {
    if (!item) return;
    player.inventory.slots[slot] = null;
    game.groundItems.drop(item, at, { across: 0.25, up: 0.2 }, pickUpDelay.thrown);
  });
  resendWindows(player);
  player.setXp(0);
}
