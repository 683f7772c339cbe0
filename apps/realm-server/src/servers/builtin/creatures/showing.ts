import { Vec3 } from 'vec3';
import { newViewers, seenWithin, soundFields } from '../players/near.ts';
import type { Game } from '../rules/game.ts';
import { itemNamed, toPacket } from '../players/items.ts';
import { armourOf, attributesPacket, horses } from './species/horse-traits.ts';
import { type Creature, isBaby, isSaddled } from './creature.ts';
import { callingOf } from './species/trades.ts';
import type { StoredEntity } from '../land/stored-entity.ts';
import type { Item } from '../squid/squid.ts';
import { uuidOf } from './stored-creatures.ts';
import { cubes, heldBy } from './kinds.ts';

const bossSeenWithin = 160;
/** Of the packet entity_equipment. */
const chest = 4;
/** Packets have positions in 1/4096 of a block; a relative move has 16 bits. */
const placeUnits = 4096;
const longestStep = 32_767;
/** Packets have velocities in 1/8000 of a block a tick, in 16 bits; clients are shown no faster ones than this, in blocks a tick. */
const speed = { units: 8000, most: 3.9 };

/** Categories of the packet named_sound_effect. */
const sounds = { monster: 5, other: 6 };

/** Shows a creature to players who have come near, and hides it from those who have gone. */
export function show(game: Pick<Game, 'squid' | 'views' | 'riding'>, creature: Creature): void {
  const { viewers, kind } = creature;
  const { squid, riding } = game;
  const found = newViewers(game, creature, kind.category === 'boss' ? bossSeenWithin : seenWithin);
  // None of its viewers has seen it before.
  if (found.length === viewers.size) creature.shown = shownNow(creature);
  for (const player of found) {
    // To a client crystals are things.
    if (kind.name === 'end_crystal') player._client.write('spawn_entity', thingPacket(game, creature));
    else player._client.write('spawn_entity_living', spawnPacket(creature));
    player._client.write('entity_metadata', metadataOf(creature));
    if (horses.has(kind.name)) player._client.write('entity_update_attributes', attributesPacket(creature));
    riding.introduce(player._client, creature.id);
    const item = itemNamed(squid.registry, heldBy[creature.name] ?? '');
    const equipments = [{ slot: 0, item: toPacket(item) }];
    if (item) player._client.write('entity_equipment', { entityId: creature.id, equipments });
    const armour = armourOf(squid.registry, creature);
    if (armour) player._client.write('entity_equipment', armourPacket(creature, armour));
  }
}

/** The packet spawn_entity of protocol 754. */
export function thingPacket(
  { squid }: Pick<Game, 'squid'>,
  { id, name, uuidParts, position: { x, y, z }, velocity, yaw }: StoredEntity & { id: number; name: string },
  by = 0,
): Record<string, unknown> {
  const type = squid.registry.entitiesByName[name]?.id;
  const at = { x, y, z, pitch: 0, yaw: angle(yaw) };
  return { entityId: id, objectUUID: uuidOf(uuidParts), type, objectData: by, ...at, velocity: packedSpeed(velocity) };
}

/** Sends its position and where it looks to its viewers, as far as they have changed. */
export function showMove(creature: Creature): void {
  const { id, shown, onGround } = creature;
  const now = shownNow(creature);
  const [dX, dY, dZ] = [now.x - shown.x, now.y - shown.y, now.z - shown.z];
  const { yaw, pitch } = now;
  const hasMoved = dX !== 0 || dY !== 0 || dZ !== 0;
  const hasTurned = yaw !== shown.yaw || pitch !== shown.pitch;
  if (Math.max(Math.abs(dX), Math.abs(dY), Math.abs(dZ)) > longestStep) {
    const { x, y, z } = creature.position;
    tell(creature, 'entity_teleport', { entityId: id, x, y, z, yaw, pitch, onGround });
  } else if (hasMoved && hasTurned)
    tell(creature, 'entity_move_look', { entityId: id, dX, dY, dZ, yaw, pitch, onGround });
  else if (hasMoved) tell(creature, 'rel_entity_move', { entityId: id, dX, dY, dZ, onGround });
  else if (hasTurned) tell(creature, 'entity_look', { entityId: id, yaw, pitch, onGround });
  if (now.headYaw !== shown.headYaw) tell(creature, 'entity_head_rotation', { entityId: id, headYaw: now.headYaw });
  creature.shown = now;
}

export function showMetadata(creature: Creature): void {
  tell(creature, 'entity_metadata', metadataOf(creature));
}

/** A horse wears another armour, or none. */
export function showArmour({ squid }: Pick<Game, 'squid'>, creature: Creature): void {
  tell(creature, 'entity_equipment', armourPacket(creature, armourOf(squid.registry, creature)));
}

function armourPacket({ id }: Creature, armour: Item | null): Record<string, unknown> {
  return { entityId: id, equipments: [{ slot: chest, item: toPacket(armour) }] };
}

/** An entity_status of protocol 754: what the client shows and plays by itself. */
export function showStatus(creature: Creature, entityStatus: number): void {
  tell(creature, 'entity_status', { entityId: creature.id, entityStatus });
}

/** @param name of an entity's sound, without `entity.` */
export function sound(creature: Creature, name: string): void {
  const category = creature.kind.category === 'monster' ? sounds.monster : sounds.other;
  const pitch = isBaby(creature) ? 1.5 : 1;
  tell(creature, 'named_sound_effect', soundFields(`entity.${name}`, category, creature.position, 1, pitch));
}

/** Writes a packet once for all who see the creature. */
function tell({ viewers }: Creature, name: string, params: Record<string, unknown>): void {
  const [first] = viewers;
  const packet = viewers.size > 1 && first?._client.serializer.createPacketBuffer({ name, params });
  for (const { _client: client } of viewers) {
    if (!packet) client.write(name, params);
    else if (!client.ended) client.serializer.write(packet);
  }
}

function spawnPacket(creature: Creature): Record<string, unknown> {
  const { id, uuid, kind, shown, velocity } = creature;
  const { yaw, pitch, headYaw } = shown;
  const at = { x: shown.x / placeUnits, y: shown.y / placeUnits, z: shown.z / placeUnits };
  const look = { yaw, pitch, headPitch: headYaw };
  return { entityId: id, entityUUID: uuid, type: kind.id, ...at, ...look, velocity: packedSpeed(velocity) };
}

function shownNow({ position: { x, y, z }, yaw, pitch, headYaw }: Creature): Creature['shown'] {
  return { x: place(x), y: place(y), z: place(z), yaw: angle(yaw), pitch: angle(pitch), headYaw: angle(headYaw) };
}

const place = (value: number): number => Math.round(value * placeUnits);

const packed = (along: number): number => Math.floor(Math.max(-speed.most, Math.min(speed.most, along)) * speed.units);

/** Of a packet. @param velocity in blocks a tick */
export function packedSpeed({ x, y, z }: Vec3): Vec3 {
  return new Vec3(packed(x), packed(y), packed(z));
}

/** Of a packet: in 1/256 of a turn, as a signed byte. */
export function angle(turn: number): number {
  return (Math.round(turn) << 24) >> 24;
}

/** entity_metadata of protocol 754. Source: https://minecraft.wiki/w/Java_Edition_protocol/Entity_metadata (1.16.5) */
function metadataOf(creature: Creature): Record<string, unknown> {
  const { kind, data, owner, prey } = creature;
  // It has the slab of bedrock below it.
  if (kind.name === 'end_crystal') return { entityId: creature.id, metadata: [{ key: 8, type: 7, value: true }] };
  const metadata: { key: number; type: number; value: unknown }[] = [
    { key: 0, type: 0, value: creature.fireTicks > 0 ? 1 : 0 },
    { key: 8, type: 2, value: creature.health },
  ];
  if (kind.category === 'animal' || kind.name === 'villager')
    metadata.push({ key: 15, type: 7, value: isBaby(creature) });
  if (kind.name === 'sheep') metadata.push({ key: 16, type: 0, value: data.Color | (data.Sheared << 4) });
  if (kind.name === 'pig') metadata.push({ key: 16, type: 7, value: isSaddled(creature) });
  if (horses.has(kind.name)) {
    metadata.push({ key: 16, type: 0, value: (data.Tame && 2) | (isSaddled(creature) ? 4 : 0) });
    metadata.push({ key: 17, type: 12, value: owner ?? undefined });
    if (kind.name === 'horse') metadata.push({ key: 18, type: 1, value: data.Variant });
  }
  if (kind.name === 'bee') {
    metadata.push({ key: 16, type: 0, value: (data.HasStung && 4) | (data.HasNectar && 8) });
    metadata.push({ key: 17, type: 1, value: data.AngerTime });
  }
  if (kind.name === 'wolf') {
    metadata.push({ key: 16, type: 0, value: data.Sitting | (owner === null ? 0 : 4) });
    metadata.push({ key: 17, type: 12, value: owner ?? undefined });
    metadata.push({ key: 20, type: 1, value: owner === null && prey ? 400 : 0 });
  }
  if (kind.name === 'villager') {
    const { dress: villagerType, profession: villagerProfession, level } = callingOf(creature);
    metadata.push({ key: 17, type: 16, value: { villagerType, villagerProfession, level } });
  }
  if (kind.name === 'snow_golem')
    metadata.push({ key: 15, type: 0, value: creature.fields['Pumpkin']?.value === 0 ? 0 : 0x10 });
  if (kind.name === 'creeper') metadata.push({ key: 15, type: 1, value: creature.swollen > 0 ? 1 : -1 });
  if (cubes.has(kind.name)) metadata.push({ key: 15, type: 1, value: data.Size + 1 });
  if (kind.name === 'ender_dragon') metadata.push({ key: 15, type: 1, value: data.DragonPhase });
  if (kind.name === 'enderman') metadata.push({ key: 16, type: 7, value: prey !== null });
  return { entityId: creature.id, metadata };
}
