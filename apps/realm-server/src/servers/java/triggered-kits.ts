import { kitCommands, type KitName, kitNames, type RealmSettings } from '@realmkeep/realm-protocol';

/** Between two kits of one player: whoever has others' names printed in the console can do no more than have them given what they may take. */
const pauseMs = 5000;

/**
 * The kits that managers take by `/trigger kit.tools`, which players who are no operators may type as well: it is open to those for whom the
 * server was told so, once each time. Source: https://minecraft.wiki/w/Commands/trigger
 */
export class TriggeredKits {
  readonly #settings: RealmSettings;
  readonly #tell: (command: string) => void;
  #isOffered = false;
  /** Those who may take kits, and what is to open the kit that they took last. */
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

  /** The server has printed that somebody took a kit; whether they may, it does not decide. */
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

  /** Nothing of it stays in the world. */
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
