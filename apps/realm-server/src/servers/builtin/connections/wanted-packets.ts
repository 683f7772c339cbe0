import { decodeVarInt, PacketBodyReader, ProtocolError } from '@realmkeep/protocol';
import { soundLength } from '../../../world-format/nbt-budget.ts';

/** Passes over one field. @throws ProtocolError when the packet does not hold it */
type Field = (body: PacketBodyReader) => void;

interface Shape {
  name: string;
  fields: Field[];
  /** The last field is an item, which may have properties behind it, in NBT. */
  hasItem?: true;
  /** The packet begins with an item, whose properties are parsed: a book. */
  hasBook?: true;
}

/** What the properties of a book may take, by the game's reckoning. */
const mostOfBook = 1 << 20;

const varInt: Field = (body) => body.readVarInt();
const bytes =
  (length: number): Field =>
  (body) =>
    body.readBytes(length);
const text =
  (maxLength: number): Field =>
  (body) =>
    body.readString(maxLength);
const flag = bytes(1);
const float = bytes(4);
const double = bytes(8);
/** X, Z and Y of a block, in 26, 26 and 12 bits. */
const blockAt = bytes(8);
const position = [double, double, double];
const look = [float, float];

/** What a player aims at (mouse 0: uses, 1: hits, 2: uses at a point). */
const aim: Field = (body) => {
  const mouse = body.readVarInt();
  if (mouse < 0 || mouse > 2) throw new ProtocolError(`mouse button ${mouse}`);
  if (mouse === 2) body.readBytes(12);
  if (mouse !== 1) body.readVarInt();
};

/**
 * Every packet that is read, by the connection's state and the packet's id in protocol 754. Texts may be somewhat longer than in the game,
 * so that whoever sends one gets an error message. Source: https://minecraft.wiki/w/Java_Edition_protocol (1.16.5), minecraft-data
 */
const shapes: Record<string, Record<number, Shape>> = {
  handshaking: { 0x00: { name: 'set_protocol', fields: [varInt, text(255), bytes(2), varInt] } },
  status: { 0x00: { name: 'ping_start', fields: [] }, 0x01: { name: 'ping', fields: [bytes(8)] } },
  login: { 0x00: { name: 'login_start', fields: [text(64)] } },
  play: {
    0x00: { name: 'teleport_confirm', fields: [varInt] },
    0x03: { name: 'chat', fields: [text(1024)] },
    0x04: { name: 'client_command', fields: [varInt] },
    0x05: { name: 'settings', fields: [text(16), bytes(1), varInt, flag, bytes(1), varInt] },
    0x06: { name: 'tab_complete', fields: [varInt, text(1024)] },
    0x08: { name: 'enchant_item', fields: [bytes(1), bytes(1)] },
    0x09: { name: 'window_click', fields: [bytes(1), bytes(2), bytes(1), bytes(2), bytes(1)], hasItem: true },
    0x0a: { name: 'close_window', fields: [bytes(1)] },
    0x0c: { name: 'edit_book', fields: [], hasBook: true },
    0x0e: { name: 'use_entity', fields: [varInt, aim, flag] },
    0x10: { name: 'keep_alive', fields: [bytes(8)] },
    0x12: { name: 'position', fields: [...position, flag] },
    0x13: { name: 'position_look', fields: [...position, ...look, flag] },
    0x14: { name: 'look', fields: [...look, flag] },
    0x15: { name: 'flying', fields: [flag] },
    0x16: { name: 'vehicle_move', fields: [...position, ...look] },
    0x17: { name: 'steer_boat', fields: [flag, flag] },
    0x18: { name: 'pick_item', fields: [varInt] },
    0x19: { name: 'craft_recipe_request', fields: [bytes(1), text(128), flag] },
    0x1b: { name: 'block_dig', fields: [varInt, blockAt, bytes(1)] },
    0x1c: { name: 'entity_action', fields: [varInt, varInt, varInt] },
    0x1d: { name: 'steer_vehicle', fields: [float, float, bytes(1)] },
    0x20: { name: 'name_item', fields: [text(64)] },
    0x23: { name: 'select_trade', fields: [varInt] },
    0x25: { name: 'held_item_slot', fields: [bytes(2)] },
    0x26: { name: 'update_command_block', fields: [blockAt, text(32_767), varInt, bytes(1)] },
    0x28: { name: 'set_creative_slot', fields: [bytes(2)], hasItem: true },
    0x2b: { name: 'update_sign', fields: [blockAt, text(384), text(384), text(384), text(384)] },
    0x2c: { name: 'arm_animation', fields: [varInt] },
    0x2e: { name: 'block_place', fields: [varInt, blockAt, varInt, float, float, float, flag] },
    0x2f: { name: 'use_item', fields: [varInt] },
  },
};

/**
 * The part of a packet that the game's libraries may parse, as they trust every length in it. Null for one that is not expected now, of which
 * only the id is read. Of an item only its kind and count are left, and how long its other properties (NBT) are: they are never parsed, except
 * the text of a book.
 * @param packet without its length, unpacked
 * @throws ProtocolError when a field is missing, too long, or followed by something
 */
export function wantedOf(packet: Buffer, state: string, isExpected: (name: string) => boolean): Buffer | null {
  const id = decodeVarInt(packet);
  if (id === 'incomplete') throw new ProtocolError('a packet without a number');
  const shape = shapes[state]?.[id.value];
  if (!shape || !isExpected(shape.name)) return null;
  const body = new PacketBodyReader(packet.subarray(id.bytesRead));
  for (const pass of shape.fields) pass(body);
  if (shape.hasBook) passBook(body);
  const properties = shape.hasItem ? propertiesBehindItem(body) : null;
  body.expectEnd();
  if (!properties) return packet;
  const left = properties[0] === 0 ? noProperties : lengthAsNbt(properties.length);
  return Buffer.concat([packet.subarray(0, -properties.length), left]);
}

/** The tag that says that an item has none. */
const noProperties = Buffer.from([0]);

/** A compound without a name that holds one number, `length`. */
function lengthAsNbt(length: number): Buffer {
  const name = Buffer.from('length');
  const bytes = Buffer.alloc(6 + name.length + 5);
  bytes.set([10, 0, 0, 3, 0, name.length, ...name]);
  bytes.writeInt32BE(length, 6 + name.length);
  return bytes;
}

/** A book, whether it is signed, and in which hand it is. */
function passBook(body: PacketBodyReader): void {
  if (body.readBytes(1)[0] !== 1) throw new ProtocolError('no book');
  body.readVarInt();
  body.readBytes(1);
  const rest = body.readRest();
  const length = rest[0] === 0 ? 1 : soundLength(rest, mostOfBook);
  if (rest.length !== length + 2) throw new ProtocolError('a book without its end');
}

function propertiesBehindItem(body: PacketBodyReader): Buffer | null {
  const isPresent = body.readBytes(1)[0];
  if (isPresent === 0) return null;
  if (isPresent !== 1) throw new ProtocolError('an item that is neither there nor not');
  body.readVarInt();
  body.readBytes(1);
  const properties = body.readRest();
  if (properties.length === 0) throw new ProtocolError('an item without its end');
  return properties;
}
