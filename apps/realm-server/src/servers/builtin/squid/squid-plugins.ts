import communication from 'flying-squid/src/lib/plugins/communication.js';
import entities from 'flying-squid/src/lib/plugins/entities.js';
import experience from 'flying-squid/src/lib/plugins/experience.js';
import health from 'flying-squid/src/lib/plugins/health.js';
import inventory from 'flying-squid/src/lib/plugins/inventory.js';
import players from 'flying-squid/src/lib/plugins/players.js';
import spawn from 'flying-squid/src/lib/plugins/spawn.js';
import type { SquidPlugin } from './squid.ts';

/** The parts of flying-squid that are used: who is there, who is shown to whom, and their windows. The others this kernel does better or not at all. */
export const builtinPlugins: readonly SquidPlugin[] = [
  communication,
  entities,
  spawn,
  players,
  inventory,
  health,
  experience,
];
