import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RealmPlan } from '@realmkeep/realm-protocol';
import { isAtLeast } from './game-rules.ts';
import type { HeldValues } from './held-yaml.ts';

/** The name of WorldEdit's jar, and of the folder it creates, by which a renamed jar is recognised. */
const worldEdit = /worldedit/i;

/**
 * Writes the plan's limits into the configuration of a server with plugins, before it starts: how much WorldEdit may change at once, where
 * it is installed, and that names are coloured in the chat.
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
 * A disc, and so a ball, with a larger radius than these has more than that many blocks, even if it is one block high.
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
 * For the server's permissions.yml: operators may use all of WorldEdit, but not exceed its limits or reload its configuration.
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
