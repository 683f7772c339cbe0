import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RealmPlan } from '@realmkeep/realm-protocol';
import { isAtLeast } from './game-rules.ts';
import type { HeldValues } from './held-yaml.ts';

/** How the jar of WorldEdit is called, and the folder that it makes. One that another has renamed is known by the folder. */
const worldEdit = /worldedit/i;

/**
 * Writes what the plan says into the configuration of a server that takes plugins, before it starts: how much WorldEdit changes at once, where
 * that is there, and that names have their colours in the chat.
 */
export async function holdSettings(folder: string, version: string, plan: RealmPlan): Promise<void> {
  const files: [path: string, held: HeldValues][] = [];
  const plugins = await readdir(join(folder, 'plugins'));
  if (plugins.some((name) => worldEdit.test(name))) {
    files.push(['plugins/WorldEdit/config.yml', worldEditLimits(plan.editBlocks)]);
  }
  if (plan.highlightedNickname || plan.personalPrefix) files.push(colouredNames(version));
  if (files.length === 0) return;
  // Only now: its reader takes memory.
  const { holdInYaml } = await import('./held-yaml.ts');
  for (const [path, held] of files) await holdInYaml(join(folder, path), held);
}

/**
 * A disc of a radius beyond these would be more than so many blocks, even where it is one block high, and so would a ball.
 * Source: https://worldedit.enginehub.org/en/latest/config/
 */
export function worldEditLimits(blocks: number): HeldValues {
  return [
    [['limits', 'max-blocks-changed', 'default'], blocks],
    [['limits', 'max-blocks-changed', 'maximum'], blocks],
    [['limits', 'max-radius'], Math.ceil(Math.sqrt(blocks / Math.PI))],
    [['limits', 'max-brush-radius'], Math.ceil(Math.cbrt((blocks * 3) / (4 * Math.PI)))],
    // Operators may exceed nothing: what they may is in `permissionsText`.
    [['no-op-permissions'], true],
  ];
}

/** Paper's own setting, for every world. Source: https://docs.papermc.io/paper/reference/world-configuration/ */
function colouredNames(version: string): [string, HeldValues] {
  const name = 'use-vanilla-world-scoreboard-name-coloring';
  return isAtLeast(version, '1.19')
    ? ['config/paper-world-defaults.yml', [[['scoreboards', name], true]]]
    : ['paper.yml', [[['world-settings', 'default', name], true]]];
}

/**
 * For the server's permissions.yml: operators may do with WorldEdit all but exceed its limits or read its configuration anew.
 * Source: https://worldedit.enginehub.org/en/latest/permissions/ and https://bukkit.fandom.com/wiki/Permissions.yml
 */
export const permissionsText = `realmkeep.worldedit:
  default: op
  children:
    worldedit.*: true
    worldedit.limit.unrestricted: false
    worldedit.timeout.unrestricted: false
    worldedit.reload: false
`;
