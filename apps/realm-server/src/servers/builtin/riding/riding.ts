import { Vec3 } from 'vec3';
import { playerSize } from '../creatures/creature.ts';
import { topWithin } from '../creatures/movement.ts';
import { blockAt } from '../land/block-state.ts';
import { horizontal } from '../land/sides.ts';
import { solidHeight } from '../land/solid-height.ts';
import { watchFlight } from '../players/flight.ts';
import { moveTo, seeAround } from '../players/movement.ts';
import { tellNear } from '../players/near.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { isInsideBorder, isPossiblePosition } from '../rules/place.ts';
import type { Client, Player } from '../squid/squid.ts';
import { bodyOf } from '../survival/body.ts';

/** Something that players ride. Code that moves its body calls `carry` afterwards. */
export interface Vehicle {
  /** What clients see under this number, and where it is now. */
  readonly body: { readonly id: number; readonly position: Vec3; readonly yaw: number };
  readonly width: number;
  /** The height of a rider's feet above the body's position. */
  readonly seat: number;
  /** How many sit on it at most. */
  readonly seats: number;
  /** The first rider's client has moved it: takes it there. @param yaw in 1/256 of a turn. Vehicles without it are moved by the server alone. */
  drive?(rider: Player, to: Vec3, yaw: number): void;
  /** What the first rider presses: to the left and ahead, from -1 to 1. */
  steer?(rider: Player, sideways: number, forward: number): void;
}

/** The most that a client moves a vehicle at once, in blocks: as the game's own server allows. */
const longestStep = 10;
/** Of the packet steer_vehicle. */
const sneaks = 2;

/** Who sits on what (packets set_passengers, steer_vehicle and vehicle_move of protocol 754). Source: the game's Entity and ServerGamePacketListenerImpl (1.16.5) */
export class Riding {
  readonly #game: () => Game;
  /** In the order in which they have sat down. */
  readonly #vehicles = new Map<Player, Vehicle>();

  constructor(game: () => Game) {
    this.#game = game;
  }

  isRiding(player: Player): boolean {
    return this.#vehicles.has(player);
  }

  /** What a player sits on: the number of its body; null for nothing. */
  riddenBy(player: Player): number | null {
    return this.#vehicles.get(player)?.body.id ?? null;
  }

  /** Who sits on what has this number: first who drives it. */
  ridersOf(id: number): Player[] {
    return [...this.#vehicles].flatMap(([player, { body }]) => (body.id === id ? player : []));
  }

  /** @returns false if the player cannot, or there is no room */
  mount(player: Player, vehicle: Vehicle): boolean {
    const mayRide = player.health > 0 && player.gameMode !== gameModeNumber.SPECTATOR && !player.crouching;
    const { body, seats } = vehicle;
    if (!mayRide || this.isRiding(player) || this.ridersOf(body.id).length >= seats) return false;
    this.#vehicles.set(player, vehicle);
    this.carry(body.id);
    this.#tell(body);
    return true;
  }

  /** The player gets off, and stands next to the vehicle. */
  dismount(player: Player): void {
    const vehicle = this.#vehicles.get(player);
    if (vehicle) moveTo(this.#game(), player, placeBeside(this.#game(), vehicle));
  }

  /** Takes the player off any vehicle, without moving them. */
  release(player: Player): void {
    const vehicle = this.#vehicles.get(player);
    this.#vehicles.delete(player);
    if (vehicle) this.#tell(vehicle.body);
  }

  /** Everybody gets off what has this number: it is about to be gone. */
  empty(id: number): void {
    for (const player of this.ridersOf(id)) this.dismount(player);
  }

  /** What has this number has moved: who sits on it is where it is. */
  carry(id: number): void {
    for (const player of this.ridersOf(id)) {
      const { body, seat } = this.#vehicles.get(player) as Vehicle;
      bodyOf(player).fallen = 0;
      player.position = body.position.offset(0, seat, 0);
      // Others' clients keep riders where they see what those sit on.
      player.knownPosition = player.position;
      seeAround(this.#game(), player);
    }
  }

  /** A client has been shown an entity: sends who rides it, or what it rides. */
  introduce(client: Client, id: number): void {
    for (const [player, { body }] of this.#vehicles) {
      if (player.id === id || body.id === id) client.write('set_passengers', this.#passengers(body));
    }
  }

  /** Packet steer_vehicle: what a rider presses. */
  steer(player: Player, packet: Record<string, unknown>): void {
    const vehicle = this.#vehicles.get(player);
    if (!vehicle) return;
    if ((Number(packet['jump']) & sneaks) !== 0) return this.dismount(player);
    const [sideways, forward] = [Number(packet['sideways']), Number(packet['forward'])];
    const isSound = Math.abs(sideways) <= 1 && Math.abs(forward) <= 1;
    if (isSound && this.#isDriver(player, vehicle)) vehicle.steer?.(player, sideways, forward);
  }

  /** Packet vehicle_move: a rider's client reports its vehicle's position. */
  drive(player: Player, packet: Record<string, unknown>): void {
    const vehicle = this.#vehicles.get(player);
    if (!vehicle?.drive || !this.#isDriver(player, vehicle)) return;
    const game = this.#game();
    const { position, yaw, id } = vehicle.body;
    const to = new Vec3(Number(packet['x']), Number(packet['y']), Number(packet['z']));
    const turn = (Number(packet['yaw']) * 256) / 360;
    const isSound = isPossiblePosition(to) && Number.isFinite(turn) && to.distanceTo(position) <= longestStep;
    if (!isSound || !isInsideBorder(game.settings, game.centre, to) || !game.world.isSeen(to)) {
      const { x, y, z } = position;
      return player._client.write('vehicle_move', { x, y, z, yaw: (yaw * 360) / 256, pitch: 0 });
    }
    watchFlight(game, player, to, { from: position, width: vehicle.width });
    vehicle.drive(player, to, turn);
    this.carry(id);
  }

  #isDriver(player: Player, { body }: Vehicle): boolean {
    return this.ridersOf(body.id)[0] === player;
  }

  #tell(body: Vehicle['body']): void {
    tellNear(this.#game(), body.position, 'set_passengers', this.#passengers(body));
  }

  #passengers({ id }: Vehicle['body']): Record<string, unknown> {
    return { entityId: id, passengers: this.ridersOf(id).map((player) => player.id) };
  }
}

/** Ground beside a vehicle with room to stand; where there is none, the vehicle's own place. */
function placeBeside(game: Game, { body, width }: Vehicle): Vec3 {
  const { position } = body;
  for (const up of [0, 1, -1]) {
    for (const side of horizontal) {
      const at = position.plus(side.scaled((width + playerSize.width) / 2 + 0.1));
      at.y = Math.floor(position.y) + up;
      const height = solidHeight(blockAt(game, at.offset(0, -1, 0)));
      at.y += height - 1;
      const isFree = height > 0 && topWithin(game, at, playerSize) <= at.y;
      if (isFree && game.world.isSeen(at) && isInsideBorder(game.settings, game.centre, at)) return at;
    }
  }
  return position.clone();
}
