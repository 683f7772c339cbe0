import type { Player } from '../squid/squid.ts';
import { bodyOf } from '../survival/body.ts';

/** A player's appearance (entity_metadata of protocol 754): field 0 has flags, field 6 the pose. */
const flags = { sneaking: 0x02, sprinting: 0x08, gliding: 0x80 };
const poses = { standing: 0, gliding: 1, sneaking: 5 };

/** Shows others how a player goes about. @param isToThemselves whether their own client has to learn it, which knows the rest */
export function showPose(player: Player, isToThemselves = false): void {
  const { isSprinting, isGliding } = bodyOf(player);
  const { crouching } = player;
  const value =
    (crouching ? flags.sneaking : 0) | (isSprinting ? flags.sprinting : 0) | (isGliding ? flags.gliding : 0);
  const metadata = [
    { key: 0, type: 0, value: value > 127 ? value - 256 : value },
    { key: 6, type: 18, value: isGliding ? poses.gliding : crouching ? poses.sneaking : poses.standing },
  ];
  player._writeOthersNearby('entity_metadata', { entityId: player.id, metadata });
  if (isToThemselves) player._client.write('entity_metadata', { entityId: player.id, metadata });
}
