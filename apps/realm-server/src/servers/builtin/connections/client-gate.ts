import { parseOnly } from './client-bounds.ts';
import { isSentOff } from './game-server.ts';
import type { Client, Player } from '../squid/squid.ts';
import { wantedOf } from './wanted-packets.ts';

/** Protocol 754 is the game's version 1.16.5 (and 1.16.4). */
const protocol = 754;

interface GateOptions {
  /** Why the client may not join; null when it may. Called once for each login. */
  refuse(client: Client, nickname: string): string | null;
  playerOf(client: Client): Player | undefined;
  /** Whether players may send packets of this name. Others are dropped. */
  isPlayed(name: string): boolean;
  /** Does what a player's packet asks for. */
  play(player: Player, name: string, packet: Record<string, unknown>): void;
}

/** Before the game begins: the handshake, status requests, and the login. */
const beforePlay = new Set(['set_protocol', 'login_start', 'ping_start', 'ping']);

/**
 * Guards the parser and every listener of a connection: a packet is parsed only if it is expected now, complete and well-formed,
 * and reaches minecraft-protocol only if it contains nothing that it would stumble over; a player's never reach flying-squid. Everything else
 * that a client may send has no effect.
 */
export function guardClient(client: Client, options: GateOptions): void {
  parseOnly(client, (packet) => (isSentOff(client) ? null : wantedOf(packet, client.state, isExpected)));
  const emit = client.emit.bind(client);
  client.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event === 'packet' || event === 'raw' || String(event).startsWith('raw.')) return false;
    if (!isPacket(event, args)) return emit(event, ...args);
    return !isSentOff(client) && isLetThrough(String(event), args[0]) ? emit(event, ...args) : false;
  };

  function isExpected(name: string): boolean {
    if (client.state !== 'play') return beforePlay.has(name);
    return name === 'keep_alive' || (options.playerOf(client) !== undefined && options.isPlayed(name));
  }

  function isLetThrough(name: string, packet: Record<string, unknown>): boolean {
    if (client.state === 'play') {
      if (name === 'keep_alive') return true;
      const player = options.playerOf(client);
      if (player) options.play(player, name, packet);
      return false;
    }
    if (name === 'set_protocol') return isVersionRight(packet);
    if (name === 'login_start') return isAdmitted(packet);
    return true;
  }

  function isVersionRight(packet: Record<string, unknown>): boolean {
    if (packet['nextState'] !== 2 || packet['protocolVersion'] === protocol) return true;
    client.state = 'login';
    client.end('This realm runs Minecraft: Java Edition 1.16.5. Please choose that version in your launcher.');
    return false;
  }

  function isAdmitted(packet: Record<string, unknown>): boolean {
    const refusal = options.refuse(client, String(packet['username']));
    if (refusal !== null) client.end(refusal);
    return refusal === null;
  }
}

/** minecraft-protocol emits a packet under its name, with its fields and a description that has the name again. */
function isPacket(event: string | symbol, args: unknown[]): args is [Record<string, unknown>, object] {
  const [fields, about] = args;
  return (
    typeof fields === 'object' && typeof about === 'object' && about !== null && 'name' in about && about.name === event
  );
}
