import animations from 'flying-squid/src/lib/plugins/animations.js';
import behavior from 'flying-squid/src/lib/plugins/behavior.js';
import blocks from 'flying-squid/src/lib/plugins/blocks.js';
import chat from 'flying-squid/src/lib/plugins/chat.js';
import communication from 'flying-squid/src/lib/plugins/communication.js';
import entities from 'flying-squid/src/lib/plugins/entities.js';
import experience from 'flying-squid/src/lib/plugins/experience.js';
import health from 'flying-squid/src/lib/plugins/health.js';
import inventory from 'flying-squid/src/lib/plugins/inventory.js';
import physics from 'flying-squid/src/lib/plugins/physics.js';
import players from 'flying-squid/src/lib/plugins/players.js';
import pvp from 'flying-squid/src/lib/plugins/pvp.js';
import sound from 'flying-squid/src/lib/plugins/sound.js';
import spawn from 'flying-squid/src/lib/plugins/spawn.js';
import type { SquidPlugin } from './squid.ts';

/**
 * The parts of flying-squid that are used. Left out are those that this kernel does better or not at all: world, login,
 * logout, tick, daycycle, digging, settings (see the files beside this one), log and errorHandler (they take over the process), commands, moderation
 * and tabComplete (operators), external, header, channels, signs, chest, stats, effects, particle, useItem, portal, redstone,
 * blockUpdates, respawn, tp and weather (unfinished, or wrong at 1.16.5).
 */
export const builtinPlugins: readonly SquidPlugin[] = [
  behavior,
  communication,
  chat,
  entities,
  spawn,
  physics,
  blocks,
  players,
  inventory,
  health,
  experience,
  pvp,
  sound,
  animations,
];
