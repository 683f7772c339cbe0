/** What bin/admin runs, beside a running installation. Ends with 0 when it is done, else with 1. */
import { constants, open } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type Db, openDb, openPool } from '../src/db/pool.ts';
import { adminDelete, adminExport, adminPassword, adminUnlink } from '../src/domains/admin/admin-account.ts';
import { adminCoinsReverse, adminGrant } from '../src/domains/admin/admin-coins.ts';
import { roubleRefund } from '../src/domains/payments/order-refund.ts';
import { hostAdd, hostRemove } from '../src/domains/realms/hosts/host-admin.ts';
import { kopecksOf } from '../src/integrations/payments/robokassa/out-sum.ts';
import { databaseUrl, tokenKey } from './config.ts';

const usage = `bin/admin grant NAME     makes the account NAME an operator
bin/admin revoke NAME    undoes that
bin/admin unlink NAME    unlinks the chat account of NAME, who has lost access to it: the password alone logs them in
bin/admin password NAME  gives NAME a new password, printed once, and ends all sessions
bin/admin export NAME    prints everything stored about NAME as JSON; --to FILE writes it to a file that only you can read
bin/admin delete NAME    deletes the account: realms, name and personal data go, its ledger entries stay without a name.
                         Asks for the name once more, unless given --yes
bin/admin reverse ID     reverses a grant, a bonus or a subscription payment: ID is the transaction in the statement
bin/admin refund INVOICE takes back the coins of a payment that was refunded in Robokassa's cabinet: INVOICE is its InvId.
                         --sum ROUBLES is the total refunded so far, if it is not the whole payment

bin/admin host NAME      makes the machine NAME a host of realms, which the api reaches at --address HOST:PORT and gateways at
                         --game HOST:PORT, and prints the HOST_KEY for its realmkeep.conf; with --adopt it has all realms
                         that have no host yet. See docs/fleet.md
bin/admin unhost NAME    undoes that, if no realms are on it

--data-dir DIR           the data folder, if it is neither the default nor set in realmkeep.conf`;

interface Options {
  'data-dir'?: string | undefined;
  to?: string | undefined;
  yes: boolean;
  address?: string | undefined;
  game?: string | undefined;
  adopt: boolean;
  sum?: string | undefined;
}

type Command = (db: Db, subject: string, options: Options) => Promise<string>;

const commands: Record<string, Command> = {
  grant: async (db, name) => `${await role(db, name, 'ADMIN')} is now an operator.`,
  revoke: async (db, name) => `${await role(db, name, 'USER')} is no longer an operator.`,
  unlink,
  password: async (db, name) => {
    const { nickname, password } = known(await adminPassword(db, name), name);
    return `The password of ${nickname} is now ${password}\nAll sessions have ended. It is not shown again: ask them to change it on the account page.`;
  },
  export: async (db, name, { to }) => {
    const json = JSON.stringify(known(await adminExport(db, name), name), null, 2);
    if (to === undefined) return json;
    await writeClosed(to, json);
    return `${to} holds everything stored about ${name}, except the worlds of their realms, which can be downloaded from the realms' pages.`;
  },
  delete: async (db, name, { yes }) => {
    if (!yes) await confirm(name);
    return `The account ${known(await adminDelete(db, name), name)} is deleted. Its realms stop and are removed within a minute.`;
  },
  host,
  unhost: async (db, name) => {
    await hostRemove(db, name);
    return `${name} is no host any more.`;
  },
  reverse: async (db, id) => {
    if (!/^[1-9]\d{0,15}$/.test(id)) throw new Error('ID must be the number of a transaction.');
    return `The transaction ${id} of ${await adminCoinsReverse(db, id)} has been reversed.`;
  },
  refund,
};

async function host(db: Db, name: string, { address, game, adopt, ...more }: Options): Promise<string> {
  if (address === undefined) throw new Error('Give --address, where the api reaches it.');
  const given = { name, address, gameAddress: game ?? null, adopts: adopt };
  const { key, adopted } = await hostAdd(db, given, await tokenKey(more['data-dir']));
  const realms = adopt ? `It has ${adopted} realms that had no host.\n` : '';
  return `${name} is a host of realms.\n${realms}In its realmkeep.conf, which only its owner may read:\nHOST_KEY=${key}`;
}

async function refund(db: Db, invoice: string, { sum }: Options): Promise<string> {
  if (!/^[1-9]\d{0,8}$/.test(invoice)) throw new Error('INVOICE must be the number of a payment.');
  const kopecks = sum === undefined ? null : kopecksOf(sum);
  if (kopecks === 0 || (sum !== undefined && kopecks === null)) throw new Error('ROUBLES must be a sum like 251.10.');
  const refunded = await roubleRefund(db, Number(invoice), kopecks);
  if (!refunded) throw new Error(`No payment in roubles with the number ${invoice} has been credited.`);
  const { nickname, coins } = refunded;
  return coins > 0
    ? `${coins} coins of the payment ${invoice} by ${nickname} have been taken back.`
    : `The coins of the payment ${invoice} by ${nickname} were taken back before.`;
}

async function role(db: Db, name: string, of: 'ADMIN' | 'USER'): Promise<string> {
  const nickname = await adminGrant(db, name, of);
  if (nickname === null) throw new Error(`Nobody is called ${name}: register first.`);
  return nickname;
}

async function unlink(db: Db, name: string): Promise<string> {
  const { nickname, accounts } = known(await adminUnlink(db, name), name);
  const names = accounts.map(({ platform, username }) => `${username} (${platform})`);
  if (names.length === 0) throw new Error(`${nickname} has no chat account.`);
  return `${nickname} is no longer linked to ${names.join(' and ')}.`;
}

function known<T>(found: T | null, name: string): T {
  if (found === null) throw new Error(`Nobody is called ${name}.`);
  return found;
}

/** For its owner alone to read, and never in the place of another file. */
async function writeClosed(path: string, text: string): Promise<void> {
  const file = await open(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    await file.writeFile(`${text}\n`);
  } finally {
    await file.close();
  }
}

async function confirm(name: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const asked = terminal.question(`This cannot be undone. Type ${name} once more to delete the account: `);
    if ((await Promise.race([asked, ended])).trim() !== name) throw new Error('Nothing was deleted.');
  } finally {
    terminal.close();
  }
}

async function run(args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string' },
      to: { type: 'string' },
      yes: { type: 'boolean', default: false },
      address: { type: 'string' },
      game: { type: 'string' },
      adopt: { type: 'boolean', default: false },
      sum: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const [name = '', subject, ...more] = positionals;
  if (values.help) return usage;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || subject === undefined || more.length > 0) throw new Error(usage);
  const db = openDb(openPool(await databaseUrl(values['data-dir']), 1));
  try {
    return await command(db, subject, values);
  } finally {
    await db.destroy();
  }
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
