import type { Vec3 } from 'vec3';
import { inEnglish } from '../messages/english.ts';
import { t } from '../messages/text.ts';
import { closeWindow, resendWindows } from '../windows/open-windows.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import type { Being } from '../creatures/creature.ts';
import { behindArmour, wearArmour } from './armour.ts';
import { bodyOf, exhaust, isMortal } from './body.ts';
import { pickUpDelay } from './ground-items.ts';

/** Why somebody is hurt: the game's name of it, in its messages of deaths. */
export interface Cause {
  name: string;
  /** Armour does not help. */
  isPiercing?: true;
  /** Nothing helps. */
  isCertain?: true;
}

export const causes = {
  fall: { name: 'attack.fall', isPiercing: true },
  deepFall: { name: 'fell.accident.generic', isPiercing: true },
  drowning: { name: 'attack.drown', isPiercing: true },
  fire: { name: 'attack.inFire' },
  burning: { name: 'attack.onFire', isPiercing: true },
  lava: { name: 'attack.lava' },
  hotFloor: { name: 'attack.hotFloor' },
  cactus: { name: 'attack.cactus' },
  berries: { name: 'attack.sweetBerryBush' },
  suffocation: { name: 'attack.inWall', isPiercing: true },
  hunger: { name: 'attack.starve', isPiercing: true },
  player: { name: 'attack.player' },
  mob: { name: 'attack.mob' },
  arrow: { name: 'attack.arrow' },
  explosion: { name: 'attack.explosion' },
  explosionBy: { name: 'attack.explosion.player' },
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

/** Hurts a player. @param by who did it @param at where they are, and leave what they carry if they die @returns whether it did */
export function hurt(
  game: Game,
  player: Player,
  amount: number,
  cause: Cause,
  { by = null, at = player.position }: { by?: Being | null; at?: Vec3 } = {},
): boolean {
  if (player.health <= 0 || (!cause.isCertain && !isMortal(player))) return false;
  const body = bodyOf(player);
  const counts = body.shieldedTicks > 0 && !cause.isCertain ? amount - body.lastDamage : amount;
  if (counts <= 0) return false;
  if (body.shieldedTicks === 0) body.shieldedTicks = shieldTicks;
  body.lastDamage = amount;
  const damage = cause.isPiercing ? counts : behindArmour(player, counts);
  if (!cause.isPiercing) wearArmour(game.squid.registry, player, counts);
  exhaust(player, exhaustionOfDamage);
  player.updateHealth(Math.max(0, player.health - damage));
  tellStatus(player, player.health > 0 ? status.hurt : status.dead);
  if (player.health <= 0) die(game, player, cause, by, at);
  return true;
}

/** What difficulty makes of the harm that creatures and explosions do. Source: the game's Player (1.16.5) */
export function byDifficulty({ squid: { difficulty } }: Pick<Game, 'squid'>, damage: number): number {
  return [0, Math.min(damage / 2 + 1, damage), damage, damage * 1.5][difficulty] ?? damage;
}

function tellStatus(player: Player, entityStatus: number): void {
  const packet = { entityId: player.id, entityStatus };
  player._client.write('entity_status', packet);
  player._writeOthersNearby('entity_status', packet);
}

/** The dead leave what they carried, and everybody hears of it; the game's clients have the words. */
function die(game: Game, player: Player, { name }: Cause, by: Being | null, place: Vec3): void {
  const { squid, settings } = game;
  const killer = by && by !== player ? [by.type === 'player' ? by.username : t(`entity.minecraft.${by.name}`)] : [];
  const words = { translate: `death.${name}`, with: [player.username, ...killer] };
  const message = JSON.stringify(words);
  player._client.write('combat_event', { event: 2, playerId: player.id, entityId: by?.id ?? -1, message });
  squid._writeAll('chat', { message, position: systemMessage, sender: nobody });
  game.log(`§c${inEnglish(words)}`);
  closeWindow(game, player);
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
