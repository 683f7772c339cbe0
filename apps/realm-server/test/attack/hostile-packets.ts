import { readFileSync } from 'node:fs';
import { encodeVarInt } from '@realmkeep/protocol';

/** The game's packets as minecraft-data describes them, at protocol 754. */
const protocol = JSON.parse(
  readFileSync(
    new URL('../../../../node_modules/minecraft-data/minecraft-data/data/pc/1.16.2/protocol.json', import.meta.url),
    'utf8',
  ),
) as Protocol;

type State = 'handshaking' | 'status' | 'login' | 'play';
export type Type = string | [string, unknown];
export type Field = { name?: string; type: Type };
type Protocol = { types: Record<string, Type> } & Record<State, { toServer: { types: Record<string, Type> } }>;

export interface HostilePacket {
  /** What is odd about it. */
  name: string;
  bytes: Buffer;
}

/** Fields on which it depends what follows: so that most follows. */
const telling: Record<string, number> = { mouse: 2, present: 1 };
const most = 120 * 1024;

/** The packets that clients send in a state, by minecraft-data. */
export function packetsOf(state: State): { number: number; name: string; fields: Field[] }[] {
  const { types } = protocol[state].toServer;
  const [, [{ type: mapper }]] = types['packet'] as unknown as [string, [{ type: [string, { mappings: object }] }]];
  return Object.entries(mapper[1].mappings).map(([number, name]: [string, string]) => {
    const [, fields] = (types[`packet_${name}`] ?? 'void') as [string, Field[]];
    return { number: Number(number), name, fields: Array.isArray(fields) ? fields : [] };
  });
}

/** Every packet of the state, each of its fields at every extreme while the others are plain; and cut short, too long, or noise. */
export function hostilePackets(state: State, random: () => number): HostilePacket[] {
  return packetsOf(state).flatMap(({ number: id, name, fields: known }) => {
    const number = encodeVarInt(id);
    // Each with its first extreme plain enough to be taken.
    const fields = known.map((field) => ({ name: field.name ?? '', extremes: extremesOf(field.type, field.name) }));
    const plain = fields.map(({ extremes: [first] }) => first ?? Buffer.alloc(0));
    const whole = Buffer.concat([number, ...plain]);
    const odd = fields.flatMap((field, at) =>
      field.extremes.map((extreme, n) => ({
        name: `${name}.${field.name} ${n}`,
        bytes: Buffer.concat([number, ...plain.with(at, extreme)]),
      })),
    );
    const at = 1 + Math.floor(random() * (whole.length - 1));
    const misshapen = [
      { name: `${name} cut at ${at}`, bytes: whole.subarray(0, at) },
      { name: `${name} and more`, bytes: Buffer.concat([whole, noise(random, 300)]) },
      { name: `${name} of noise`, bytes: Buffer.concat([number, noise(random, 40)]) },
    ];
    // Each costs a connection: one of them.
    return odd.concat(misshapen[Math.floor(random() * 3)] ?? []);
  });
}

export function noise(random: () => number, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}

/** The 132 bytes that once ended a realm: lists of nothing, 16.7 million long, in an item. */
export function itemOfEndlessLists(lists: number): Buffer {
  const nbt = Buffer.concat([
    tag(10, ''),
    ...Array.from({ length: lists }, (_, i) => Buffer.concat([tag(9, `${i}`), endlessList(0, 0xffffff)])),
    Buffer.from([0]),
  ]);
  return Buffer.concat([Buffer.from([0x28, 0, 36, 1]), encodeVarInt(1), Buffer.from([1]), nbt]);
}

/** What a field may be at its limits and beyond; at first something plain. */
export function extremesOf(type: Type, name = ''): Buffer[] {
  const [kind, about] = typeof type === 'string' ? [type, undefined] : type;
  const known = extremes[kind];
  if (known) return [...(name in telling ? [encodeVarInt(telling[name] ?? 0)] : []), ...known()];
  const inner = about as { type: Type; fields: Record<string, Type>; default?: Type; compareTo: string };
  if (kind === 'mapper') return extremesOf(inner.type);
  if (kind === 'option') return [Buffer.from([0]), ...extremesOf(about as Type).map((some) => before([1], some))];
  if (kind === 'switch') {
    const told = telling[inner.compareTo] ?? 0;
    return extremesOf(inner.fields[String(told)] ?? inner.default ?? 'void');
  }
  throw new Error(`no extremes of ${kind}`);
}

const extremes: Record<string, () => Buffer[]> = {
  void: () => [],
  varint: varInts,
  varlong: () => [hex('00'), hex('ffffffffffffffffff01'), hex('ffffffffffffffffffffffff01')],
  bool: () => hexes('00', '01', '02', 'ff'),
  i8: () => hexes('00', '01', '7f', '80', 'ff'),
  u8: () => hexes('00', '01', '7f', '80', 'ff'),
  i16: () => hexes('0024', '0000', '7fff', '8000', 'ffff'),
  u16: () => hexes('0024', '0000', 'ffff'),
  i64: () => hexes('0000000000000000', '7fffffffffffffff', '8000000000000000', 'ffffffffffffffff'),
  f32: () => [0, NaN, Infinity, -Infinity, 3.4e38, -3.4e38, 1e-45].map((n) => number(4, (b) => b.writeFloatBE(n))),
  f64: () =>
    [0, NaN, Infinity, -Infinity, Number.MAX_VALUE, 3e7, -3e7, 5e-324].map((n) => number(8, (b) => b.writeDoubleBE(n))),
  position: () =>
    hexes('0000000000000041', 'ffffffffffffffff', '7fffffffffffffff', '8000000000000000', '01ffffc1ffffc7ff'),
  UUID: () => [Buffer.alloc(16), Buffer.alloc(16, 0xff)],
  string: strings,
  buffer: strings,
  restBuffer: () => [Buffer.alloc(0), Buffer.alloc(most, 0x41)],
  slot: slots,
};

function varInts(): Buffer[] {
  return [0, 1, -1, 0x7fffffff, -0x80000000].map((value) => encodeVarInt(value)).concat(hex('ffffffffffffff7f'));
}

function strings(): Buffer[] {
  const huge = Buffer.alloc(most, 0x41);
  return [
    counted(1, hex('41')),
    counted(0, hex('')),
    counted(-1, hex('')),
    counted(-0x80000000, hex('41')),
    counted(0x7fffffff, hex('41')),
    counted(5, hex('41')),
    counted(4, hex('c328ff00')),
    counted(32_767, huge.subarray(0, 32_767)),
    counted(huge.length, huge),
  ];
}

function counted(count: number, bytes: Buffer): Buffer {
  return Buffer.concat([encodeVarInt(count), bytes]);
}

function slots(): Buffer[] {
  const item = (nbt: Buffer, id = 1, count = 1): Buffer =>
    Buffer.concat([hex('01'), encodeVarInt(id), Buffer.from([count]), nbt]);
  return [
    item(hex('00')),
    hex('00'),
    hex('ff'),
    ...varInts().map((id) => Buffer.concat([hex('01'), id, hex('0100')])),
    item(hex('00'), 1, 0x80),
    ...hostileNbt().map((nbt) => item(nbt)),
  ];
}

function hostileNbt(): Buffer[] {
  const list = tag(9, '');
  const deep = 20_000;
  const root = tag(10, '');
  return [
    itemOfEndlessLists(10).subarray(6),
    itemOfEndlessLists(4000).subarray(6, most),
    before(root, list, endlessList(0, 0x7fffffff)),
    before(root, list, endlessList(1, 0x7fffffff)),
    before(root, list, endlessList(10, 0x7fffffff)),
    before(root, list, endlessList(0, -1)),
    before(list, ...Array.from({ length: deep }, () => endlessList(9, 1))),
    Buffer.concat(Array.from({ length: deep }, () => root)),
    // A list of empty compounds, and as many entries as there is room for.
    before(root, list, endlessList(10, most - 20), Buffer.alloc(most - 20)),
    before(
      root,
      ...Array.from({ length: most / 6 }, (_, i) => hex(`010002${(i & 0xffff).toString(16).padStart(4, '0')}00`)),
    ),
    ...[7, 11, 12].flatMap((type) => [0x7fffffff, -1].map((count) => before(root, tag(type, ''), int(count)))),
    before(root, tag(8, ''), hex('ffff41')),
    before(hex('0affff41')),
    hex('21'),
    hex('ff'),
  ];
}

/** A tag's head: its type and its name. */
function tag(type: number, name: string): Buffer {
  return Buffer.concat([Buffer.from([type, 0, name.length]), Buffer.from(name)]);
}

/** A list that claims more than it has. */
function endlessList(type: number, count: number): Buffer {
  return before([type], int(count));
}

function int(value: number): Buffer {
  return number(4, (bytes) => bytes.writeInt32BE(value));
}

function number(length: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
}

function before(head: Buffer | number[], ...rest: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(head), ...rest]);
}

function hexes(...texts: string[]): Buffer[] {
  return texts.map(hex);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
