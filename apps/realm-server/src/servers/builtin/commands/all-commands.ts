import { cloneCommand, fillCommand, setblockCommand } from './blocks.ts';
import { advancementCommand } from './advancement.ts';
import { bossbarCommand } from './bossbar.ts';
import type { Command, Commands } from './language/command.ts';
import { editCommands } from './edit-blocks.ts';
import { effectCommand } from './effect.ts';
import { enchantCommand } from './enchant.ts';
import { executeForms } from './execute.ts';
import { experienceCommand } from './experience.ts';
import { locateCommand } from './locate.ts';
import { ownCommands } from './own.ts';
import { peopleCommands } from './people.ts';
import { scoreboardCommands } from './scoreboard.ts';
import { sensesCommands } from './senses.ts';
import { speakCommands } from './speak.ts';
import { summonCommand } from './summon.ts';
import { teamCommand } from './team.ts';
import { teleportCommand } from './teleport.ts';
import { worldCommands } from './world.ts';

/** Every command that there is but `help`, which lists them. */
export const allCommands: Readonly<Commands> = {
  ...speakCommands,
  ...peopleCommands,
  ...worldCommands,
  ...scoreboardCommands,
  ...sensesCommands,
  advancement: advancementCommand,
  bossbar: bossbarCommand,
  clone: cloneCommand,
  effect: effectCommand,
  enchant: enchantCommand,
  execute: { who: 'operators', forms: executeForms } satisfies Command,
  experience: experienceCommand,
  fill: fillCommand,
  locate: locateCommand,
  setblock: setblockCommand,
  summon: summonCommand,
  team: teamCommand,
  teleport: teleportCommand,
  tp: teleportCommand,
  xp: experienceCommand,
  ...ownCommands,
  ...editCommands,
};
