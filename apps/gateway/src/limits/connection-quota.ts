import type { Socket } from 'node:net';

interface Group {
  members: Set<Socket>;
  /** Those still in their handshake, the oldest first. */
  waiting: Set<Socket>;
}

/**
 * Lets at most so many connections of a group exist at once. In a full group the oldest one that is still in its
 * handshake gives way, so that slow ones cannot keep a player of the same address out; settled ones never do.
 */
export class ConnectionQuota {
  readonly #groups = new Map<string, Group>();

  /** False when the group is full of settled connections, or the socket has closed already. The place is given back when the socket closes. */
  enter(name: string, socket: Socket, limit: number): boolean {
    if (socket.destroyed) return false;
    const group = this.#groups.get(name) ?? { members: new Set<Socket>(), waiting: new Set<Socket>() };
    if (group.members.size >= limit) {
      const [oldest] = group.waiting;
      if (!oldest) return false;
      this.#leave(name, oldest);
      oldest.destroy();
    }
    this.#groups.set(name, group);
    group.members.add(socket);
    group.waiting.add(socket);
    socket.once('close', () => this.#leave(name, socket));
    return true;
  }

  /** The connection has done its handshake: from now on it does not give way. */
  settle(name: string, socket: Socket): void {
    this.#groups.get(name)?.waiting.delete(socket);
  }

  /** Every member, and of them those still in their handshake. */
  group(name: string): { members: ReadonlySet<Socket>; waiting: ReadonlySet<Socket> } {
    return this.#groups.get(name) ?? { members: new Set(), waiting: new Set() };
  }

  #leave(name: string, socket: Socket): void {
    const group = this.#groups.get(name);
    if (!group?.members.delete(socket)) return;
    group.waiting.delete(socket);
    if (group.members.size === 0) this.#groups.delete(name);
  }
}
