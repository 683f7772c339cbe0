import { encodeVarInt } from '@realmkeep/protocol';
import type { RealmSpawn } from '@realmkeep/realm-protocol';
import { extremesOf, type Field, noise, packetsOf } from './hostile-packets.ts';

/** So many packets are right in every field; of the others a part of the fields is at its limits or beyond, and each tenth or so ends its connection. */
const rightShare = 0.9;
const oddShare = 0.25;
/** Fields longer than this are rare. */
const longField = 2048;
const longShare = 0.01;
/** So many frames are no packets at all. */
const brokenShare = 0.0003;
/** Packets with large effects; too much chat per second ends a connection. */
const often =
  /^(position|position_look|block_dig|block_place|use_item|use_entity|window_click|set_creative_slot|held_item_slot|close_window|entity_action|enchant_item|name_item|select_trade|craft_recipe_request|pick_item)$/;
const seldom = /^(chat|tab_complete|settings|client_command)$/;
const shares = { often: 12, usual: 1, seldom: 0.05 };

const lines = [
  'hello',
  '/list',
  '/spawn',
  '/help give',
  '/trigger x',
  '/kill @a',
  '//pos1',
  '//set tnt',
  '/give @s stone',
];
const recipes = ['stick', 'crafting_table', 'chest', 'oak_planks', 'torch', 'smelting/glass', 'stone'];
const items = 975;

interface Place {
  x: number;
  y: number;
  z: number;
}

/** Who sends it: where they are, and what they were shown. */
interface Sender {
  window: number;
  readonly creatures: readonly number[];
}

/** Packets of the game at random, by the schema: whole, odd, and broken. The same random numbers make the same packets. */
export class PacketFuzzer {
  readonly #random: () => number;
  readonly #spawn: RealmSpawn;
  readonly #packets = packetsOf('play');
  readonly #shares = this.#packets.reduce((sum, { name }) => sum + shareOf(name), 0);

  /** @param spawn the position around which most packets are */
  constructor(random: () => number, spawn: RealmSpawn) {
    this.#random = random;
    this.#spawn = spawn;
  }

  /** One packet with its number, but for `isBroken`: bytes that are no packet. */
  next(sender: Sender): { bytes: Buffer; isBroken: boolean } {
    if (this.#random() < brokenShare) return { bytes: noise(this.#random, 1 + this.#below(60)), isBroken: true };
    let left = this.#random() * this.#shares;
    const packet = this.#packets.find(({ name }) => (left -= shareOf(name)) < 0) ?? this.#packets[0];
    if (!packet) throw new Error('there are no packets');
    const isRight = this.#random() < rightShare;
    // What a field is may depend on one before it.
    const told: Record<string, number> = {};
    const fields = packet.fields.map((field) =>
      isRight || this.#random() > oddShare ? this.#right(field, sender, told) : this.#odd(field),
    );
    return { bytes: Buffer.concat([encodeVarInt(packet.number), ...fields]), isBroken: false };
  }

  #odd({ type, name }: Field): Buffer {
    const extremes = extremesOf(type, name);
    const one = extremes[this.#below(extremes.length)] ?? Buffer.alloc(0);
    return one.length > longField && this.#random() > longShare ? (extremes[0] ?? one) : one;
  }

  #right(field: Field, sender: Sender, told: Record<string, number>): Buffer {
    const { type, name = '' } = field;
    const [kind, about] = typeof type === 'string' ? [type, undefined] : type;
    if (kind === 'mapper') return this.#right({ name, type: (about as { type: Field['type'] }).type }, sender, told);
    if (kind === 'switch') {
      const { compareTo, fields, default: other } = about as SwitchType;
      return this.#right({ name, type: fields[String(told[compareTo])] ?? other ?? 'void' }, sender, told);
    }
    if (kind === 'option') return Buffer.from([0]);
    if (kind === 'position') return this.#block();
    if (kind === 'slot') return this.#item();
    if (name === 'recipe') return text(`minecraft:${recipes[this.#below(recipes.length)]}`);
    if (kind === 'string') return text(lines[this.#below(lines.length)] ?? '');
    if (kind === 'void' || kind === 'restBuffer' || kind === 'UUID') return Buffer.alloc(kind === 'UUID' ? 16 : 0);
    return numberOf(kind, (told[name] = this.#number(kind, name, sender)));
  }

  #number(kind: string, name: string, { window, creatures }: Sender): number {
    const axis = this.#spawn[name as keyof Place];
    if (kind === 'f64' && axis !== undefined) return axis + this.#random() * 6 - 2.5;
    if (name === 'windowId') return this.#below(8) === 0 ? 0 : window;
    if (name === 'target') return creatures.at(-1 - this.#below(4)) ?? this.#below(300);
    if (name === 'slot') return this.#below(20) === 0 ? -999 : this.#below(92);
    if (name === 'yaw' || name === 'pitch') return this.#random() * 180 - 90;
    return kind === 'f32' ? this.#random() : this.#below(mostOf[name] ?? 2);
  }

  #block(): Buffer {
    const { x, y, z } = this.#spawn;
    const [dx, dy, dz] = [this.#below(11) - 5, this.#below(7) - 3, this.#below(11) - 5];
    const at =
      (BigInt((x + dx) & 0x3ff_ffff) << 38n) | (BigInt((z + dz) & 0x3ff_ffff) << 12n) | BigInt((y + dy) & 0xfff);
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(at);
    return bytes;
  }

  #item(): Buffer {
    if (this.#below(4) === 0) return Buffer.from([0]);
    return Buffer.concat([Buffer.from([1]), encodeVarInt(this.#below(items)), Buffer.from([1 + this.#below(64), 0])]);
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }
}

function shareOf(name: string): number {
  return often.test(name) ? shares.often : seldom.test(name) ? shares.seldom : shares.usual;
}

interface SwitchType {
  compareTo: string;
  fields: Record<string, Field['type']>;
  default?: Field['type'];
}

/** How many values each has that means something; two where it is not said. */
const mostOf: Readonly<Record<string, number | undefined>> = {
  direction: 6,
  face: 6,
  status: 7,
  slotId: 9,
  mouseButton: 11,
  mode: 7,
  action: 0x7fff,
  mouse: 3,
  actionId: 9,
  enchantment: 3,
  viewDistance: 9,
};

function text(line: string): Buffer {
  const bytes = Buffer.from(line);
  return Buffer.concat([encodeVarInt(bytes.length), bytes]);
}

function numberOf(kind: string, value: number): Buffer {
  if (kind === 'varint' || kind === 'varlong') return encodeVarInt(value);
  const bytes = Buffer.alloc(8);
  if (kind === 'f64') return bytes.subarray(0, bytes.writeDoubleBE(value));
  if (kind === 'f32') return bytes.subarray(0, bytes.writeFloatBE(value));
  if (kind === 'i64') return bytes.subarray(0, bytes.writeBigInt64BE(BigInt(value)));
  if (kind === 'i16' || kind === 'u16') return bytes.subarray(0, bytes.writeUInt16BE(value & 0xffff));
  return bytes.subarray(0, bytes.writeUInt8(value & 0xff));
}
