import { wideAddressGroup } from '@realmkeep/protocol';

interface Group<Member> {
  members: Set<Member>;
  /** Longest idle first. */
  idle: Set<Member>;
}

/** Connections by wide network: it decides which one gives way to a new one when there is no room left. */
export class Crowd<Member extends object> {
  readonly #groups = new Map<string, Group<Member>>();
  readonly #groupOf = new Map<Member, string>();

  get size(): number {
    return this.#groupOf.size;
  }

  /** Adds a connection that has done nothing yet. @param ip where it comes from */
  add(member: Member, ip: string): void {
    const name = wideAddressGroup(ip);
    const group = this.#groups.get(name) ?? { members: new Set<Member>(), idle: new Set<Member>() };
    this.#groups.set(name, group);
    this.#groupOf.set(member, name);
    group.members.add(member);
    group.idle.add(member);
  }

  delete(member: Member): void {
    const name = this.#groupOf.get(member);
    const group = this.#groups.get(name ?? '');
    if (name === undefined || group === undefined) return;
    this.#groupOf.delete(member);
    group.members.delete(member);
    group.idle.delete(member);
    if (group.members.size === 0) this.#groups.delete(name);
  }

  /** Sets whether it is active. */
  setBusy(member: Member, isBusy: boolean): void {
    const group = this.#groups.get(this.#groupOf.get(member) ?? '');
    if (isBusy) group?.idle.delete(member);
    else group?.idle.add(member);
  }

  /** The members of each wide network, the oldest first. */
  groups(): ReadonlySet<Member>[] {
    return [...this.#groups.values()].map(({ members }) => members);
  }

  /** The one to give way: in the wide network with the most members, the one idle for longest, or else the oldest. */
  firstToGo(): Member | undefined {
    let largest: Group<Member> | undefined;
    for (const group of this.#groups.values()) {
      if (largest === undefined || group.members.size > largest.members.size) largest = group;
    }
    const [idle] = largest?.idle ?? [];
    const [oldest] = largest?.members ?? [];
    return idle ?? oldest;
  }
}
