import { kitCommands, type KitName, kitNames, type RealmSettings } from '@realmkeep/realm-protocol';

/** Between two kits of one player: anybody who gets another player's name printed in the console can at most have them given kits they may take. */
const pauseMs = 5000;

/**
 * The kits that managers take with `/trigger kit.tools`, which needs no operator: the server enables a trigger per player, for one use at a
 * time. Source: https://minecraft.wiki/w/Commands/trigger
 */
export class TriggeredKits {
  readonly #settings: RealmSettings;
  readonly #tell: (command: string) => void;
  #isOffered = false;
  /** Players who may take kits, with the timer that enables the last one again. */
  readonly #takers = new Map<string, NodeJS.Timeout | null>();

  constructor(settings: RealmSettings, tell: (command: string) => void) {
    this.#settings = settings;
    this.#tell = tell;
  }

  /** To be called when the plan is another, or those who are on. @param managers those on who have proved to be one */
  update(managers: readonly string[]): void {
    const wanted = this.#settings.plan.kits ? managers : [];
    for (const name of this.#takers.keys()) if (!wanted.includes(name)) this.#close(name);
    if (!this.#settings.plan.kits) return this.end();
    if (wanted.length > 0 && !this.#isOffered) {
      this.#isOffered = true;
      for (const kit of kitNames) this.#tell(`scoreboard objectives add kit.${kit} trigger`);
    }
    for (const name of wanted) {
      if (this.#takers.has(name)) continue;
      this.#takers.set(name, null);
      for (const kit of kitNames) this.#open(name, kit);
    }
  }

  /** The server printed that somebody took a kit; that does not prove that they may. */
  take(name: string, word: string): void {
    const kit = kitNames.find((known) => known === word);
    if (!kit || this.#takers.get(name) !== null) return;
    for (const command of kitCommands(kit, name)) this.#tell(command);
    const opening = setTimeout(() => {
      this.#takers.set(name, null);
      for (const each of kitNames) this.#open(name, each);
    }, pauseMs);
    this.#takers.set(name, opening.unref());
  }

  /** Leaves nothing behind in the world. */
  end(): void {
    for (const name of this.#takers.keys()) this.#close(name);
    if (this.#isOffered) for (const kit of kitNames) this.#tell(`scoreboard objectives remove kit.${kit}`);
    this.#isOffered = false;
  }

  #open(name: string, kit: KitName): void {
    this.#tell(`scoreboard players enable ${name} kit.${kit}`);
  }

  #close(name: string): void {
    clearTimeout(this.#takers.get(name) ?? undefined);
    this.#takers.delete(name);
    for (const kit of kitNames) this.#tell(`scoreboard players reset ${name} kit.${kit}`);
  }
}
