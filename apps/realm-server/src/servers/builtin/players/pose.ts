import type { Player } from '../squid/squid.ts';
import { bodyOf } from '../survival/body.ts';

/** A player's appearance (entity_metadata of protocol 754): field 0 has flags, field 6 the pose, field 13 the bed. */
const flags = { burning: 0x01, sneaking: 0x02, sprinting: 0x08, gliding: 0x80 };
const poses = { standing: 0, gliding: 1, sleeping: 2, sneaking: 5 };

/** Shows others how a player goes about. @param isToThemselves whether their own client has to learn it, which knows the rest */
export function showPose(player: Player, isToThemselves = false): void {
  const packet = posePacket(player);
  player._writeOthersNearby('entity_metadata', packet);
  if (isToThemselves) player._client.write('entity_metadata', packet);
}

/** The packet entity_metadata that shows how a player goes about. */
export function posePacket(player: Player): Record<string, unknown> {
  const { fireTicks, isSprinting, isGliding, sleptTicks, spawn } = bodyOf(player);
  const { crouching } = player;
  const value =
    (fireTicks > 0 ? flags.burning : 0) |
    (crouching ? flags.sneaking : 0) |
    (isSprinting ? flags.sprinting : 0) |
    (isGliding ? flags.gliding : 0);
  const awake = isGliding ? poses.gliding : crouching ? poses.sneaking : poses.standing;
  const metadata = [
    { key: 0, type: 0, value: value > 127 ? value - 256 : value },
    { key: 6, type: 18, value: sleptTicks === null ? awake : poses.sleeping },
    { key: 13, type: 10, value: sleptTicks === null ? undefined : spawn?.at },
  ];
  return { entityId: player.id, metadata };
}
