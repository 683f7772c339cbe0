import type { RealmManager } from '@realmkeep/realm-protocol';
import type { Identity } from '../../../identity/admission.ts';
import { isSentOff, originOf } from '../connections/game-server.ts';
import { sendCommands } from '../play/commands.ts';
import type { Game } from '../rules/game.ts';
import { closeWindow, resendWindows } from '../windows/open-windows.ts';
import { enderItems } from './ender-items.ts';
import { resume } from './joining.ts';
import { tellIfChanged } from '../rules/managers.ts';
import { announce, tell } from '../messages/notices.ts';
import { putOn } from './player-list.ts';
import type { Client, Player } from '../squid/squid.ts';
import { englishMessages, messagesOf } from '../messages/messages.ts';

/** Wrong codes after which a connection is ended. */
const maxWrongCodes = 5;

/** `/login CODE`: the code proves whose connection it is. docs/decisions/020-in-game-identity.md */
export async function logIn(game: Game, player: Player, typed: string): Promise<void> {
  const { _client: client } = player;
  const messages = messagesOf(player);
  const identity = game.admission.identity(client);
  if (!identity) return;
  if (game.access.hasPowers(player.account)) return tell(client, messages.alreadyConfirmed, 'gray');
  if (typed === '') return tell(client, messages.loginUsage, 'gray');
  const result = game.loginCodes.take(identity.nickname, typed, originOf(client).address);
  if (result.outcome === 'right') return confirm(game, player, result.account);
  if (result.outcome === 'too-many') return tell(client, messages.shut(Math.ceil(result.seconds / 60)), 'red');
  player.wrongCodes += 1;
  game.log(`§c${player.username} typed a wrong code`);
  if (player.wrongCodes >= maxWrongCodes) client.end(messages.tooManyWrong);
  else tell(client, messages.wrongCode(maxWrongCodes - player.wrongCodes), 'red');
}

async function confirm(game: Game, player: Player, account: RealmManager): Promise<void> {
  if (player.username !== account.nickname) {
    const isHere = await becomeAccount(game, player, account.nickname);
    if (!isHere) return;
  }
  player.account = account;
  player.wrongCodes = 0;
  tell(player._client, messagesOf(player).confirmed(account.nickname), 'green');
  tellIfChanged(game, player);
  sendCommands(game, player);
  game.playersChanged();
}

/**
 * Turns the player into the account's, with its saved state; anybody else with the name is disconnected.
 * @returns whether the player is still here
 */
async function becomeAccount(game: Game, player: Player, nickname: string): Promise<boolean> {
  const { _client: client, username: guest } = player;
  const identity = await takeName(game, client, nickname);
  const saved = await game.store.read(identity.uuid);
  const made = await game.advancements.read(identity.uuid);
  if (client.ended || isSentOff(client)) return false;
  closeWindow(game.dimensions.gameOf(player), player);
  game.store.keep(player);
  player.username = identity.name;
  const guestUuid = player.uuid;
  player.uuid = identity.uuid;
  game.advancements.become(player, made);
  if (saved) resume(game, player, saved);
  else takeEverything(player);
  putOn(game, player, guestUuid);
  announce(game, (messages) => messages.isNow(guest, nickname), 'yellow');
  game.log(`§a${guest} has confirmed and is now ${nickname}`);
  return true;
}

/** What the player had stays with the guest, or it would be there twice. */
function takeEverything(player: Player): void {
  player.inventory.slots.fill(null);
  enderItems(player).fill(null);
  player.setXp(0);
  resendWindows(player);
}

/** Gives the client this name. Whoever had it is gone when this returns; it never fails. */
export async function takeName(game: Game, client: Client, nickname: string): Promise<Identity> {
  const { identity, before } = game.admission.rename(client, nickname);
  if (before) await sendOff(game, before, nickname);
  return identity;
}

/** What a player has is kept when their connection ends, before another goes on with it. */
async function sendOff(game: Game, client: Client, nickname: string): Promise<void> {
  const player = game.server.players.find((other) => other._client === client);
  client.end((player ? messagesOf(player) : englishMessages).displaced(nickname));
  if (!client.ended) await new Promise((resolve) => client.once('end', resolve));
}
