import { addressGroup } from '@realmkeep/protocol';
import {
  accessLimits,
  type AccessOrder,
  type Barred,
  barred,
  isSameName,
  type RealmAccess,
  type RealmManager,
  type RealmSettings,
  type RealmVisitor,
} from '@realmkeep/realm-protocol';

/**
 * Who may join, and who has powers. The api stores it, in `settings.access`; changes by the game's commands apply at once, and are
 * kept here until the api has them too.
 */
export class Access {
  readonly #settings: RealmSettings;
  readonly #changed: () => void;
  #waiting: AccessOrder[] = [];
  #lastAt: number;

  /** @param changed called after each order */
  constructor(settings: RealmSettings, changed: () => void) {
    this.#settings = settings;
    this.#changed = changed;
    this.#lastAt = settings.access.heard;
  }

  get now(): RealmAccess {
    return this.#settings.access;
  }

  /** What the api has not heard of yet, the oldest first. */
  orders(): AccessOrder[] {
    return this.#waiting;
  }

  /** To be called when the api has sent new rules: changes that it does not have yet still apply. */
  refresh(): void {
    this.#waiting = this.#waiting.filter(({ at }) => at > this.now.heard);
    this.#settings.access = this.#waiting.reduce(withOrder, this.now);
  }

  /** @returns false when too many wait already */
  order({ reason, ...change }: Omit<AccessOrder, 'at'>): boolean {
    if (this.#waiting.length >= accessLimits.orders) return false;
    const at = Math.max(Date.now(), this.#lastAt + 1);
    this.#lastAt = at;
    const order = { ...change, at, reason: cleanReason(reason) };
    this.#waiting.push(order);
    this.#settings.access = withOrder(this.now, order);
    this.#changed();
    return true;
  }

  /** Null if they may join, and stay. @param account the account that they have proved to be, if any */
  barred(visitor: RealmVisitor, account: RealmManager | null): Barred | null {
    return this.hasPowers(account) ? null : barred(this.#settings, visitor, addressGroup);
  }

  /** Whether the proof is of a manager or an operator, and still counts. */
  hasPowers(account: RealmManager | null): boolean {
    return account !== null && proves(account, [...this.#settings.managers, ...this.now.operators]);
  }

  isManager(account: RealmManager | null): boolean {
    return account !== null && proves(account, this.#settings.managers);
  }

  /** The prefix of an account's nickname: empty for none, null if they never chose one. */
  prefixOf(nickname: string): string | null {
    return this.now.prefixes.find((chosen) => isSameName(chosen.nickname, nickname))?.prefix ?? null;
  }

  /** Whether a manager has the nickname: it proves nothing. */
  isManagersName(nickname: string): boolean {
    return this.#settings.managers.some((manager) => isSameName(manager.nickname, nickname));
  }
}

function proves(account: RealmManager, accounts: readonly RealmManager[]): boolean {
  return accounts.some(({ nickname, epoch }) => isSameName(nickname, account.nickname) && epoch <= account.epoch);
}

/** Only the api knows an operator's account: until it has answered, nobody becomes one. */
function withOrder(access: RealmAccess, { deed, subject, reason }: AccessOrder): RealmAccess {
  const { whitelist, operators, bans, addressBans, prefixes } = access;
  const isOther = ({ nickname }: { nickname: string }): boolean => !isSameName(nickname, subject);
  const group = addressGroup(subject);
  const isElsewhere = ({ address }: { address: string }): boolean => addressGroup(address) !== group;
  switch (deed) {
    case 'whitelist-on':
      return { ...access, whitelistOn: true };
    case 'whitelist-off':
      return { ...access, whitelistOn: false };
    case 'whitelist-add':
      return { ...access, whitelist: [...whitelist.filter((listed) => !isSameName(listed, subject)), subject] };
    case 'whitelist-remove':
      return { ...access, whitelist: whitelist.filter((listed) => !isSameName(listed, subject)) };
    case 'op':
      return access;
    case 'deop':
      return { ...access, operators: operators.filter(isOther) };
    case 'ban':
      return { ...access, bans: [...bans.filter(isOther), { nickname: subject, reason, until: null }] };
    case 'pardon':
      return { ...access, bans: bans.filter(isOther) };
    case 'prefix':
      return { ...access, prefixes: [...prefixes.filter(isOther), { nickname: subject, prefix: reason }] };
    case 'ban-ip':
      return {
        ...access,
        addressBans: [...addressBans.filter(isElsewhere), { address: subject, reason, until: null }],
      };
    default:
      return { ...access, addressBans: addressBans.filter(isElsewhere) };
  }
}

function cleanReason(reason: string): string {
  return reason.replace(/[\p{Cc}\u2028\u2029§]/gu, '').slice(0, accessLimits.reason);
}
