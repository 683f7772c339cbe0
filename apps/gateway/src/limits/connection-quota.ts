import type { Socket } from 'node:net';
import { Ended } from '../counts.ts';

interface Group {
  name: string;
  /** The oldest first, as in `waiting`. */
  members: Set<Socket>;
  /** Those still in their handshake. */
  waiting: Set<Socket>;
}

interface Bounds {
  /** Of all groups together. */
  total?: number;
  /** A quota that the members are in too: a connection that gives way leaves it at once, not only when its socket closes. */
  outer?: ConnectionQuota;
}

/**
 * Limits the connections that exist at once, per group and in total. In a full group the oldest connection still in its
 * handshake gives way, so that slow ones cannot keep out a player with the same address; settled ones never do. When all places are taken,
 * the largest group gives way to one with at least two fewer, if need be with its newest settled connection. So each group comes to hold an
 * equal share, or less if it needs less, and equal groups do not keep ending each other's.
 */
export class ConnectionQuota {
  readonly #total: number;
  readonly #outer: ConnectionQuota | undefined;
  readonly #groups = new Map<string, Group>();
  readonly #groupOf = new Map<Socket, Group>();

  constructor({ total = Infinity, outer }: Bounds = {}) {
    this.#total = total;
    this.#outer = outer;
  }

  /**
   * False when nobody gives way, or the socket has already closed. The place is given back when the socket closes.
   * @param limit of this group
   */
  enter(name: string, socket: Socket, limit = Infinity): boolean {
    if (socket.destroyed) return false;
    const group = this.#groups.get(name) ?? { name, members: new Set<Socket>(), waiting: new Set<Socket>() };
    const isGroupFull = group.members.size >= limit;
    if (isGroupFull || this.#groupOf.size >= this.#total) {
      const giver = isGroupFull ? group : this.#giverTo(group);
      const [oldest] = giver.waiting;
      const gone = oldest ?? (giver === group ? undefined : [...giver.members].at(-1));
      if (!gone) return false;
      this.leave(gone);
      this.#outer?.leave(gone);
      gone.destroy(new Ended(oldest ? 'gaveWay' : 'relayedGaveWay'));
    }
    this.#groups.set(name, group);
    this.#groupOf.set(socket, group);
    group.members.add(socket);
    group.waiting.add(socket);
    socket.once('close', () => this.leave(socket));
    return true;
  }

  /** The connection has finished its handshake: from now on it does not give way to its own group. */
  settle(socket: Socket): void {
    this.#groupOf.get(socket)?.waiting.delete(socket);
  }

  /** Gives the place back. */
  leave(socket: Socket): void {
    const group = this.#groupOf.get(socket);
    if (!group) return;
    this.#groupOf.delete(socket);
    group.members.delete(socket);
    group.waiting.delete(socket);
    if (group.members.size === 0) this.#groups.delete(group.name);
  }

  /** Every connection. */
  members(): Socket[] {
    return [...this.#groupOf.keys()];
  }

  isSettled(socket: Socket): boolean {
    return this.#groupOf.get(socket)?.waiting.has(socket) === false;
  }

  /** The largest group (of equals, the latest) if it is larger by two; otherwise the group itself. */
  #giverTo(group: Group): Group {
    let giver = group;
    let most = group.members.size + 2;
    for (const other of this.#groups.values()) {
      if (other.members.size < most) continue;
      giver = other;
      most = other.members.size;
    }
    return giver;
  }
}
