import type { ConsoleCommand } from '@realmkeep/realm-protocol';
import { accessConsoleCommands } from '../../identity/access-commands.ts';

/** The commands that are offered for completion. The server takes its others too. Source: https://minecraft.wiki/w/Commands */
export const javaCommands: ConsoleCommand[] = [
  { name: 'help', usage: '[command]' },
  { name: 'list', usage: '' },
  { name: 'say', usage: '<words>' },
  { name: 'kick', usage: '<player> [words]' },
  ...accessConsoleCommands,
  { name: 'difficulty', usage: 'peaceful|easy|normal|hard' },
  { name: 'gamemode', usage: 'survival|creative|adventure|spectator <player>' },
  { name: 'gamerule', usage: '<rule> [value]' },
  { name: 'give', usage: '<player> <item> [count]' },
  { name: 'tp', usage: '<player> <to player>' },
  { name: 'time', usage: 'set day|night|noon|midnight|<number>' },
  { name: 'weather', usage: 'clear|rain|thunder [seconds]' },
  { name: 'xp', usage: 'add|set <player> <amount>' },
  { name: 'kill', usage: '<player>' },
  { name: 'seed', usage: '' },
  { name: 'save-all', usage: '[flush]' },
  { name: 'stop', usage: '' },
];

/** Paper's own, and what plugins are asked by. */
export const paperCommands: ConsoleCommand[] = [
  ...javaCommands,
  { name: 'plugins', usage: '' },
  { name: 'tps', usage: '' },
  { name: 'version', usage: '[plugin]' },
  { name: 'reload', usage: 'confirm' },
];
