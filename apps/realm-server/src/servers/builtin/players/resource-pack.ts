import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';

/** Offers the realm's resource pack (resource_pack_send of protocol 754). It cannot be taken back before a client leaves. */
export function offerPack({ settings }: Game, player: Player): void {
  if (!settings.resourcePack) return;
  const { url, sha1 } = settings.resourcePack;
  player._client.write('resource_pack_send', { url, hash: sha1 });
}
