import { Vec3 } from 'vec3';
import { eyesOf, playerSize } from '../creatures/creature.ts';
import { blockAt } from '../land/block-state.ts';
import { mayFly } from '../players/flight.ts';
import { headSlot } from '../players/items.ts';
import { showPose } from '../players/pose.ts';
import type { Game } from '../rules/game.ts';
import { trample } from '../nature/soil.ts';
import { isRainedOn } from '../rules/weather.ts';
import type { Player } from '../squid/squid.ts';
import { bodyOf, exhaust, fullAir, isMortal } from './body.ts';
import { type Cause, causes, hurt } from './damage.ts';
import { levelOf } from './potions/effects.ts';
import { enchantmentOn } from './enchantments.ts';

const crawlingEyeHeight = 0.4;
/** How fast air comes back out of water; without air the player is hurt each second. */
const breath = 4;
const drowningAt = -20;
const drowning = 2;
const safeFall = 3;
/** Who glides and goes down no faster than this, in blocks from one packet to the next, does not fall. */
const slowDescent = -0.5;
/** From here on the message of the death says that it was high. */
const highFall = 5;
const burnTicks = { fire: 160, lava: 300 };
const harm = { fire: 1, lava: 4, touch: 1, burning: 1, wall: 1 };
const climbed = /^(ladder|vine|scaffolding|cobweb|(twisting|weeping)_vines(_plant)?)$/;
const soft = new Map([
  ['hay_block', 0.2],
  ['honey_block', 0.2],
  ['slime_block', 0],
]);
/** Of a metre walked, sprinted and swum, and of a jump. */
const costs = { sprinting: 0.1, swimming: 0.01, jump: 0.05, sprintingJump: 0.2 };

/** Where a player goes now; their position is still the one before. Falls are reckoned, and strength is spent. */
export function walk(game: Game, player: Player, to: Vec3, isOnGround: boolean): void {
  const from = player.position;
  const body = bodyOf(player);
  const [metres, up] = [Math.hypot(to.x - from.x, to.z - from.z), to.y - from.y];
  const name = blockAt(game, to)?.kind.name ?? '';
  if (name === 'water') exhaust(player, metres * costs.swimming);
  else if (body.isSprinting) exhaust(player, metres * costs.sprinting);
  if (player.onGround && !isOnGround && up > 0) exhaust(player, body.isSprinting ? costs.sprintingJump : costs.jump);
  if (!isMortal(player) || mayFly(game, player) || name === 'water' || climbed.test(name)) body.fallen = 0;
  else if (levelOf(player, 'slowFalling') + levelOf(player, 'levitation') > 0) body.fallen = 0;
  else if (name === 'lava') body.fallen /= 2;
  else if (body.isGliding && up > slowDescent) body.fallen = 1;
  else body.fallen = Math.max(0, body.fallen - up);
  if (!isOnGround) return;
  const { fallen } = body;
  body.fallen = 0;
  if (fallen > 0) trample(game, player, to, fallen);
  const under = blockAt(game, to.offset(0, -0.2, 0))?.kind.name ?? '';
  const share = under.endsWith('_bed') ? 0.5 : (soft.get(under) ?? 1);
  const damage = Math.ceil((fallen - safeFall - levelOf(player, 'jumpBoost')) * share);
  if (damage > 0) hurt(game, player, damage, fallen > highFall ? causes.deepFall : causes.fall, { at: to });
}

/** One tick of breathing, burning, and touching what hurts. Source: the game's own (1.16.5) */
export function feel(game: Game, player: Player): void {
  const body = bodyOf(player);
  body.shieldedTicks = Math.max(0, body.shieldedTicks - 1);
  breathe(game, player);
  const names = touched(game, player);
  if (names.has('lava')) burn(game, player, burnTicks.lava, harm.lava, causes.lava);
  else if (names.has('fire') || names.has('soul_fire')) burn(game, player, burnTicks.fire, harm.fire, causes.fire);
  if (body.fireTicks > 0 && (names.has('water') || isRainedOn(game, player.position))) setBurning(player, 0);
  if (names.has('cactus')) hurt(game, player, harm.touch, causes.cactus);
  const isAtMagma = blockAt(game, player.position.offset(0, -0.2, 0))?.kind.name === 'magma_block';
  if (isAtMagma && player.onGround && !player.crouching) hurt(game, player, harm.touch, causes.hotFloor);
  if (body.fireTicks === 0) return;
  if (body.fireTicks % 20 === 0) hurt(game, player, harm.burning, causes.burning);
  setBurning(player, body.fireTicks - 1);
}

function breathe(game: Game, player: Player): void {
  const body = bodyOf(player);
  const eyes = blockAt(game, eyesOf(player));
  // Who does not fit crawls, with their eyes near the ground.
  const low = blockAt(game, player.position.offset(0, crawlingEyeHeight, 0));
  const isInWall = [eyes, low].every((block) => block?.kind.boundingBox === 'block' && !block.kind.transparent);
  if (isInWall) hurt(game, player, harm.wall, causes.suffocation);
  const before = body.air;
  const breathes = levelOf(player, 'waterBreathing') + levelOf(player, 'conduitPower') > 0;
  if (eyes?.kind.name !== 'water') body.air = Math.min(fullAir, body.air + breath);
  else if (!breathes && Math.random() < 1 / (enchantmentOn(player.inventory.slots[headSlot], 'respiration') + 1))
    body.air -= 1;
  if (body.air <= drowningAt) {
    body.air = 0;
    hurt(game, player, drowning, causes.drowning);
  }
  if (body.air !== before && (body.air % 20 === 0 || body.air === fullAir)) {
    const metadata = [{ key: 1, type: 1, value: Math.max(0, body.air) }];
    player._client.write('entity_metadata', { entityId: player.id, metadata });
  }
}

function burn(game: Game, player: Player, ticks: number, damage: number, cause: Cause): void {
  setBurning(player, Math.max(ticks, bodyOf(player).fireTicks));
  hurt(game, player, damage, cause);
}

/** Everybody sees the flames. */
export function setBurning(player: Player, ticks: number): void {
  const body = bodyOf(player);
  const hasChanged = ticks > 0 !== body.fireTicks > 0;
  body.fireTicks = ticks;
  if (hasChanged) showPose(player, true);
}

/** The names of the blocks that the player's box reaches into, or leans against. */
function touched(game: Game, { position }: Player): Set<string> {
  const names = new Set<string>();
  const edge = playerSize.width / 2 + 0.07;
  for (let x = Math.floor(position.x - edge); x <= Math.floor(position.x + edge); x += 1) {
    for (let z = Math.floor(position.z - edge); z <= Math.floor(position.z + edge); z += 1) {
      for (let y = Math.floor(position.y + 0.01); y <= Math.floor(position.y + playerSize.height); y += 1) {
        names.add(blockAt(game, { x, y, z })?.kind.name ?? '');
      }
    }
  }
  return names;
}
