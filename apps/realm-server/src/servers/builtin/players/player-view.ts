import type { Player } from '../squid/squid.ts';

/** How far players see at most, in chunks. Each costs memory for (2 × distance + 1)² columns. */
export const viewDistance = 8;
const leastDistance = 2;
/** Sent at once to a player who joins: enough to stand on. */
const firstDistance = 2;
const columnsAtOnce = 2;
const pauseMs = 10;
/** Then others have a turn for as long as it took, but no longer than this: on a machine busy with other programs it is slow enough. */
const longestRestMs = 25;
/** When land may be sent again, to whomever. Milliseconds of performance.now(). */
let restsUntil = 0;
/** With more than this still to be sent, a client gets no further columns for now. */
const maxWaitingBytes = 512 * 1024;

/** Which columns a player sees: nearest first, and no faster than the connection takes them. */
export class PlayerView {
  readonly #player: Player;
  readonly #seen = new Set<string>();
  /** Columns to be sent, nearest first. */
  #wanted: [number, number][] = [];
  #distance = viewDistance;
  #middle: [number, number];
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(player: Player) {
    this.#player = player;
    this.#middle = chunkOf(player);
  }

  /** Sends the nearest columns, and goes on with the rest. */
  open(): void {
    this.#tellMiddle();
    for (const [x, z] of this.#missing(firstDistance)) this.#show(x, z);
    this.#wanted = this.#missing(this.#distance);
    this.#goOn();
  }

  /** @param distance in chunks, as the client wishes. */
  setDistance(distance: number): void {
    this.#distance = Math.max(leastDistance, Math.min(viewDistance, distance));
    this.#refresh();
  }

  /** To be called when the player has moved. */
  follow(): void {
    const [x, z] = chunkOf(this.#player);
    if (x === this.#middle[0] && z === this.#middle[1]) return;
    this.#middle = [x, z];
    this.#tellMiddle();
    this.#refresh();
  }

  /** Shows everything again to a player who respawns, as the game does: not every client has kept it. */
  reopen(): void {
    this.forget();
    this.#middle = chunkOf(this.#player);
    this.open();
  }

  /** Whether the column is on the player's client. */
  sees(x: number, z: number): boolean {
    return this.#seen.has(`${x},${z}`);
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.forget();
  }

  /** The client has dropped everything by itself. */
  forget(): void {
    for (const key of this.#seen) this.#player.world.release(key);
    this.#seen.clear();
    this.#wanted = [];
  }

  #refresh(): void {
    for (const key of this.#seen) {
      const [x, z] = key.split(',').map(Number) as [number, number];
      if (Math.max(Math.abs(x - this.#middle[0]), Math.abs(z - this.#middle[1])) <= this.#distance + 1) continue;
      this.#seen.delete(key);
      this.#player.world.release(key);
      this.#player._client.write('unload_chunk', { chunkX: x, chunkZ: z });
    }
    this.#wanted = this.#missing(this.#distance);
    this.#goOn();
  }

  #goOn(): void {
    if (!this.#isOpen || this.#wanted.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const began = performance.now();
      if (began >= restsUntil && this.#player._client.socket.writableLength < maxWaitingBytes) {
        for (const [x, z] of this.#wanted.splice(0, columnsAtOnce)) this.#show(x, z);
        const now = performance.now();
        restsUntil = now + Math.min(now - began, longestRestMs);
      }
      this.#goOn();
    }, pauseMs);
  }

  #missing(distance: number): [number, number][] {
    const [middleX, middleZ] = this.#middle;
    const missing: [number, number][] = [];
    for (let x = middleX - distance; x <= middleX + distance; x += 1) {
      for (let z = middleZ - distance; z <= middleZ + distance; z += 1) {
        if (!this.#seen.has(`${x},${z}`)) missing.push([x, z]);
      }
    }
    const range = ([x, z]: [number, number]): number => (x - middleX) ** 2 + (z - middleZ) ** 2;
    return missing.sort((a, b) => range(a) - range(b));
  }

  #show(x: number, z: number): void {
    const { world, _client: client } = this.#player;
    const key = `${x},${z}`;
    this.#seen.add(key);
    world.retain(key);
    client.write('map_chunk', world.columnPacket(x, z));
    client.write('update_light', world.lightPacket(x, z));
  }

  #tellMiddle(): void {
    const [chunkX, chunkZ] = this.#middle;
    this.#player._client.write('update_view_position', { chunkX, chunkZ });
  }
}

function chunkOf(player: Player): [number, number] {
  return [Math.floor(player.position.x / 16), Math.floor(player.position.z / 16)];
}
