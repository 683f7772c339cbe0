import { dataVersion } from '../../../world-format/column-storage.ts';
import { isRecord } from '../../../world-format/is-record.ts';
import { inEnglish } from '../messages/english.ts';
import { inBrackets, show, t, type Text } from '../messages/text.ts';
import { itemNamed, toPacket } from '../players/items.ts';
import type { Realm } from '../rules/game.ts';
import type { KeptFiles } from '../scores/kept-files.ts';
import type { Player } from '../squid/squid.ts';
import { type Advancement, advancements } from './table.ts';
const namespace = 'minecraft:';
/** The advancements that ask for an item, by its name. */
const byItem = new Map<string, [Advancement, criterion: string][]>();
for (const one of advancements) {
  for (const [criterion, item] of one.criteria) {
    if (item !== null) byItem.set(item, [...(byItem.get(item) ?? []), [one, criterion]]);
  }
}

/** What players have achieved, kept in world/advancements/<uuid>.json in the game's form. What a file has of others stays in it. */
export class Advancements {
  readonly #realm: () => Realm;
  readonly #files: KeptFiles;
  readonly #made = new WeakMap<Player, Record<string, unknown>>();

  constructor(realm: () => Realm, files: KeptFiles) {
    this.#realm = realm;
    this.#files = files;
  }

  /** What the player's file has. */
  read(uuid: string): Promise<Record<string, unknown>> {
    return this.#files.readJson(fileOf({ uuid }));
  }

  /** A player joins; from now on the items they get may earn advancements. */
  welcome(player: Player, made: Record<string, unknown>): void {
    this.#made.set(player, made);
    player.inventory.on('updateSlot', (slot: number, _old: unknown, item: { name: string } | null) => {
      // Not what a grid shows.
      if (slot >= 5 && item)
        for (const [one, criterion] of byItem.get(item.name) ?? []) this.earn(player, one.id, criterion);
    });
  }

  /** A player is another from now on. */
  become(player: Player, made: Record<string, unknown>): void {
    this.#made.set(player, made);
    this.introduce(player);
  }

  /** Shows a client all advancements, and how far its player is. */
  introduce(player: Player): void {
    const { registry } = this.#realm().server;
    const advancementMapping = advancements.map((one) => ({
      key: namespace + one.id,
      value: {
        parentId: one.parent === null ? undefined : namespace + one.parent,
        displayData: {
          title: JSON.stringify(titleOf(one)),
          description: JSON.stringify(t(`${keyOf(one)}.description`)),
          icon: toPacket(itemNamed(registry, one.icon)),
          frameType: 0,
          flags: { _unused: 0, hidden: 0, show_toast: 1, has_background_texture: one.background ? 1 : 0 },
          backgroundTexture: `${namespace}textures/gui/advancements/backgrounds/${one.background}`,
          xCord: one.at[0],
          yCord: one.at[1],
        },
        criteria: one.criteria.map(([key]) => ({ key, value: undefined })),
        requirements: [one.criteria.map(([key]) => key)],
      },
    }));
    const done = advancements.filter((one) => this.has(player, one.id));
    this.#tell(player, done, { reset: true, advancementMapping });
  }

  has(player: Player, id: string): boolean {
    const progress = this.#made.get(player)?.[namespace + id];
    return isRecord(progress) && progress['done'] === true;
  }

  /** @returns false if the player had it already */
  earn(player: Player, id: string, criterion: string): boolean {
    const one = advancements.find((candidate) => candidate.id === id);
    const made = this.#made.get(player);
    if (!one || !made || this.has(player, id)) return false;
    const now = `${new Date().toISOString().slice(0, 19).replace('T', ' ')} +0000`;
    made[namespace + id] = { criteria: { [criterion]: now }, done: true };
    this.#keep(player, made);
    this.#tell(player, [one], {});
    this.#announce(player, one);
    return true;
  }

  /** @returns whether the player had it */
  revoke(player: Player, id: string): boolean {
    const made = this.#made.get(player);
    if (!made || !this.has(player, id)) return false;
    delete made[namespace + id];
    this.#keep(player, made);
    this.introduce(player);
    return true;
  }

  #keep(player: Player, made: Record<string, unknown>): void {
    this.#files.putJson(fileOf(player), { ...made, DataVersion: dataVersion });
  }

  #tell(player: Player, done: readonly Advancement[], fields: Record<string, unknown>): void {
    const progressMapping = done.map(({ id, criteria }) => ({
      key: namespace + id,
      value: criteria.map(([criterionIdentifier]) => ({ criterionIdentifier, criterionProgress: BigInt(Date.now()) })),
    }));
    player._client.write('advancements', {
      reset: false,
      advancementMapping: [],
      identifiers: [],
      progressMapping,
      ...fields,
    });
  }

  #announce(player: Player, one: Advancement): void {
    const { settings, rules, server, scoreboard, log } = this.#realm();
    if (!settings.viewAchievementsOnChat || !rules.isOn('announceAdvancements')) return;
    const line = t('chat.type.advancement.task', scoreboard.inTeam(player.username), nameOf(one));
    for (const { _client } of server.players) show(_client, line);
    log(inEnglish(line));
  }
}

/** As the chat shows it. */
export function nameOf(one: Advancement): Text {
  const value = { text: '', extra: [titleOf(one), '\n', t(`${keyOf(one)}.description`)] };
  return inBrackets({
    ...(titleOf(one) as object),
    color: 'green',
    hoverEvent: { action: 'show_text', contents: value },
  });
}

function titleOf(one: Advancement): Text {
  return t(`${keyOf(one)}.title`);
}

function keyOf({ id }: Advancement): string {
  return `advancements.${id.replace('/', '.')}`;
}

function fileOf({ uuid }: Pick<Player, 'uuid'>): string {
  return `../advancements/${uuid}.json`;
}
