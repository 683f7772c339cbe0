import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Vec3 } from 'vec3';
import type { RealmManager } from '@realmkeep/realm-protocol';
import type { Language } from '../../../plan/plan-messages.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { World } from '../land/world.ts';

/**
 * The parts we use of flying-squid and the libraries below it, which have no types. flying-squid's server and
 * players are objects that its plugins add properties to.
 */

export interface Item {
  type: number;
  count: number;
  name: string;
  stackSize: number;
  metadata: number;
  /** How far it is worn, its name, its enchantments: in the game's own form. */
  nbt: ItemTags | null;
}

/** A compound of prismarine-nbt. */
export interface ItemTags {
  type: 'compound';
  name: '';
  value: Record<string, { type: string; value: unknown } | undefined>;
}

interface PlayerWindow extends EventEmitter {
  slots: (Item | null)[];
  selectedItem: Item | null;
  updateSlot(slot: number, item: Item | null): void;
}

/** A stream of minecraft-protocol, of which a few inner parts are needed to bound it. */
interface PacketStream {
  _transform(chunk: Buffer, encoding: string, done: (error?: Error | null) => void): void;
  push(chunk: Buffer): void;
  readonly writableLength: number;
}

/** A connection of minecraft-protocol. */
export interface Client extends EventEmitter {
  id: number;
  state: string;
  username: string;
  uuid: string;
  latency: number;
  ended: boolean;
  socket: Socket;
  splitter: PacketStream & { buffer: Buffer };
  compressor: PacketStream | null;
  decompressor: PacketStream | null;
  serializer: PacketStream & {
    createPacketBuffer(packet: object): Buffer;
    write(packet: Buffer): boolean;
  };
  deserializer: PacketStream;
  framer: PacketStream & { readonly readableLength: number };
  write(name: string, fields: Record<string, unknown>): void;
  end(reason: string, fullReason?: string): void;
  setSocket(socket: Socket): void;
  setSerializer(state: string): void;
  setCompressionThreshold(threshold: number): void;
}

/** The connections' server of minecraft-protocol. */
interface ClientServer extends EventEmitter {
  clients: Record<string, Client>;
  motd: string;
}

interface Entity extends EventEmitter {
  id: number;
  type: string;
  uuid?: string;
  world: World;
  position: Vec3;
  yaw: number;
  pitch: number;
  nearbyEntities: Entity[];
  updateAndSpawn(): void;
  _writeOthersNearby(name: string, fields: Record<string, unknown>): void;
}

export interface Player extends Entity {
  type: 'player';
  _client: Client;
  /** Ours: the account that the connection has proved to be. */
  account: RealmManager | null;
  /** Ours: whether the player was last informed that they are a manager. */
  isToldManager: boolean;
  /** Ours: whether the player has died on HARDCORE. */
  hasFallen: boolean;
  /** Ours: the prefix of the nickname in the chat, as read by `readPrefix`; null for none. */
  prefix: string | null;
  /** Ours: how many wrong codes the player has typed. */
  wrongCodes: number;
  /** Ours: the client's language; null until it has said. */
  language: Language | null;
  username: string;
  uuid: string;
  crouching: boolean;
  gameMode: number;
  prevGameMode: number;
  health: number;
  food: number;
  foodSaturation: number;
  xp: number;
  level: number;
  heldItemSlot: number;
  onGround: boolean;
  /** Where the others' clients believe the player to be. */
  knownPosition: Vec3 | undefined;
  /** Where they were when they were last shown who else is near. */
  lastPositionPlayersUpdated: Vec3;
  inventory: PlayerWindow;
  despawnEntities(entities: Entity[]): void;
  spawnEntity(entity: Entity): void;
  /** What others see in a hand (0, 1) or on (2 to 5, from the feet up). */
  setEquipment(place: number, item: Item | null): void;
  sendAbilities(): void;
  setGameMode(mode: number): void;
  setXp(xp: number): void;
  updateHealth(health: number): void;
}

/** flying-squid's server. */
export interface Squid extends EventEmitter {
  _server: ClientServer;
  registry: Registry;
  players: Player[];
  entities: Record<number, Entity>;
  /** The last number that an entity was given. */
  entityMaxId: number;
  uuidToPlayer: Record<string, Player>;
  hashedSeed: [number, number];
  gameMode: number;
  difficulty: number;
  /** Of the day, in ticks: less than 24,000. */
  time: number;
  /** Ours: how many have gone by. */
  days: number;
  /** Whether the time of day goes on. */
  doDaylightCycle: boolean;
  tickCount: number;
  _writeAll(name: string, fields: Record<string, unknown>): void;
  initEntity(type: 'player', kind: null, world: World, position: Vec3): Player;
  log(line: string): void;
}

/** One plugin of flying-squid: called with the server once, and with each player and entity. */
export interface SquidPlugin {
  server?(squid: Squid, options: SquidOptions): unknown;
  player?(player: Player, squid: Squid, options: SquidOptions): unknown;
  entity?(entity: Entity, squid: Squid, options: SquidOptions): unknown;
}

type SquidOptions = Record<string, unknown>;
