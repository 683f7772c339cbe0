import { randomUUID } from 'node:crypto';
import type { Text } from '../messages/text.ts';
import type { Client, Squid } from '../squid/squid.ts';
import type { Tag } from '../../../world-format/nbt-fields.ts';
import { byte, compound, int, list, string } from '../../../world-format/nbt-tags.ts';

export const barColours = ['pink', 'blue', 'red', 'green', 'yellow', 'purple', 'white'] as const;
export const barStyles = ['progress', 'notched_6', 'notched_10', 'notched_12', 'notched_20'] as const;

export interface BossBar {
  id: string;
  /** By which clients know it: another in each run. */
  uuid: string;
  title: Text;
  color: (typeof barColours)[number];
  style: (typeof barStyles)[number];
  value: number;
  max: number;
  isVisible: boolean;
  /** The uuids of those who see it. */
  players: Set<string>;
}

/** The numbers of boss_bar of protocol 754. */
const act = { add: 0, remove: 1, health: 2, title: 3, style: 4 };
const mostBars = 64;

/** The bars at the top of the picture that managers have made. */
export class BossBars {
  readonly all = new Map<string, BossBar>();
  readonly #squid: Pick<Squid, 'players'>;
  #changed: () => void = () => undefined;

  constructor(squid: Pick<Squid, 'players'>) {
    this.#squid = squid;
  }

  /** @returns false when there are too many */
  add(id: string, title: Text): boolean {
    if (this.all.size >= mostBars) return false;
    this.all.set(id, newBar(id, title));
    this.#changed();
    return true;
  }

  remove(bar: BossBar): void {
    this.#toViewers(bar, { action: act.remove });
    this.all.delete(bar.id);
    this.#changed();
  }

  /** To be called with a change of anything but who sees it, which takes place in between. */
  change(bar: BossBar, change: Partial<BossBar>): void {
    const wasShown = bar.isVisible;
    Object.assign(bar, change);
    this.#changed();
    if (wasShown && !bar.isVisible) return this.#write(bar, bar.players, { action: act.remove });
    if (!wasShown && bar.isVisible) return this.#toViewers(bar, whole(bar));
    this.#toViewers(bar, { action: act.health, health: filled(bar) });
    this.#toViewers(bar, { action: act.title, title: JSON.stringify(bar.title) });
    this.#toViewers(bar, { action: act.style, ...look(bar) });
  }

  showTo(bar: BossBar, uuids: readonly string[]): void {
    const [before, now] = [bar.players, new Set(uuids)];
    bar.players = now;
    this.#changed();
    if (!bar.isVisible) return;
    this.#write(bar, new Set([...before].filter((uuid) => !now.has(uuid))), { action: act.remove });
    this.#write(bar, new Set(uuids.filter((uuid) => !before.has(uuid))), whole(bar));
  }

  introduce(client: Client): void {
    for (const bar of this.all.values()) {
      if (bar.isVisible && bar.players.has(client.uuid))
        client.write('boss_bar', { entityUUID: bar.uuid, ...whole(bar) });
    }
  }

  /** @param saved as the game's level.dat has them: by id */
  restore(saved: unknown, changed: () => void): void {
    this.#changed = changed;
    if (typeof saved !== 'object' || saved === null) return;
    for (const [id, one] of Object.entries(saved as Record<string, Record<string, unknown>>).slice(0, mostBars)) {
      const players: unknown[] = Array.isArray(one['RealmkeepPlayers']) ? one['RealmkeepPlayers'] : [];
      const bar = newBar(id, JSON.parse(String(one['Name'])) as Text);
      this.all.set(id, {
        ...bar,
        color: barColours.find((known) => known === one['Color']) ?? bar.color,
        style: barStyles.find((known) => known === one['Overlay']) ?? bar.style,
        value: Number(one['Value']) || 0,
        max: Number(one['Max']) || bar.max,
        isVisible: one['Visible'] !== 0,
        players: new Set(players.map(String)),
      });
    }
  }

  toTags(): Record<string, Tag> {
    return Object.fromEntries(
      [...this.all].map(([id, { title, color, style, value, max, isVisible, players }]) => [
        id,
        compound({
          Name: string(JSON.stringify(title)),
          Color: string(color),
          Overlay: string(style),
          Value: int(value),
          Max: int(max),
          Visible: byte(isVisible),
          RealmkeepPlayers: list('string', [...players]),
        }),
      ]),
    );
  }

  #toViewers(bar: BossBar, fields: Record<string, unknown>): void {
    if (bar.isVisible) this.#write(bar, bar.players, fields);
  }

  #write({ uuid: entityUUID }: BossBar, uuids: ReadonlySet<string>, fields: Record<string, unknown>): void {
    for (const { _client: client, uuid } of this.#squid.players) {
      if (uuids.has(uuid)) client.write('boss_bar', { entityUUID, ...fields });
    }
  }
}

function newBar(id: string, title: Text): BossBar {
  const shown = { color: 'white', style: 'progress', value: 0, max: 100, isVisible: true } as const;
  return { id, uuid: randomUUID(), title, ...shown, players: new Set() };
}

function whole(bar: BossBar): Record<string, unknown> {
  return { action: act.add, title: JSON.stringify(bar.title), health: filled(bar), ...look(bar), flags: 0 };
}

function look({ color, style }: BossBar): Record<string, unknown> {
  return { color: barColours.indexOf(color), dividers: barStyles.indexOf(style) };
}

function filled({ value, max }: BossBar): number {
  return Math.max(0, Math.min(1, value / max));
}
