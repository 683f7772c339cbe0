import type { Tag } from '../../../world-format/nbt-fields.ts';
import { string } from '../../../world-format/nbt-tags.ts';

/** The rules of 1.16.5, as they are in a new world. Source: https://minecraft.wiki/w/Game_rule (Java Edition 1.16) */
const atFirst = {
  announceAdvancements: true,
  commandBlockOutput: true,
  disableElytraMovementCheck: false,
  disableRaids: false,
  doDaylightCycle: true,
  doEntityDrops: true,
  doFireTick: true,
  doImmediateRespawn: false,
  doInsomnia: true,
  doLimitedCrafting: false,
  doMobLoot: true,
  doMobSpawning: true,
  doPatrolSpawning: true,
  doTileDrops: true,
  doTraderSpawning: true,
  doWeatherCycle: true,
  drowningDamage: true,
  fallDamage: true,
  fireDamage: true,
  forgiveDeadPlayers: true,
  keepInventory: false,
  logAdminCommands: true,
  maxCommandChainLength: 65_536,
  maxEntityCramming: 24,
  mobGriefing: true,
  naturalRegeneration: true,
  randomTickSpeed: 3,
  reducedDebugInfo: false,
  sendCommandFeedback: true,
  showDeathMessages: true,
  spawnRadius: 10,
  spectatorsGenerateChunks: true,
  universalAnger: false,
};

export type RuleName = keyof typeof atFirst;
type RuleValue = boolean | number;
type Rules = Record<RuleName, RuleValue>;

export const ruleNames = Object.keys(atFirst) as RuleName[];

/** The world's rules. */
export class GameRules {
  readonly #values: Rules = { ...atFirst };
  #changed: () => void = () => undefined;

  /** @param saved as the game's level.dat has them: by name, in text */
  restore(saved: unknown, changed: () => void): void {
    this.#changed = changed;
    if (typeof saved !== 'object' || saved === null) return;
    for (const [name, text] of Object.entries(saved)) {
      const rule = ruleNames.find((known) => known === name);
      if (rule)
        this.#values[rule] = typeof atFirst[rule] === 'number' ? Math.trunc(Number(text)) || 0 : text === 'true';
    }
  }

  isOn(name: RuleName): boolean {
    return this.#values[name] === true;
  }

  get(name: RuleName): RuleValue {
    return this.#values[name];
  }

  set(name: RuleName, value: RuleValue): void {
    this.#values[name] = value;
    this.#changed();
  }

  toTags(): Record<string, Tag> {
    return Object.fromEntries(ruleNames.map((name) => [name, string(String(this.#values[name]))]));
  }
}

export function isNumber(name: RuleName): boolean {
  return typeof atFirst[name] === 'number';
}
