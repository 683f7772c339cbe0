import { list } from '../../../world-format/nbt-tags.ts';
import { fieldOf, isWritable, stringsOf, textOf } from '../../../world-format/nbt-fields.ts';
import { messagesOf } from '../messages/messages.ts';
import { tell } from '../messages/notices.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';
import { resendWindows } from '../windows/open-windows.ts';
import { handSlot, itemNamed, itemWith, mostShownBytes } from './items.ts';

/** What the game's clients allow, in letters. The whole must fit into an item's data. */
const most = { pages: 100, page: 1023, title: 15 };
/** The hand that is not the first, in edit_book. */
const otherHand = 40;
const unwanted = /(?!\n)[\p{Cc}\u2028\u2029§]/gu;

/** Packet edit_book: the player wrote in the book in their hand, and perhaps signed it, after which it is read-only. */
export function editBook({ squid: { registry } }: Game, player: Player, packet: Record<string, unknown>): void {
  const slot = handSlot(player, packet['hand'] === otherHand ? 1 : 0);
  const book = player.inventory.slots[slot];
  if (book?.name !== 'writable_book' || player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return;
  const { nbtData: typed } = packet['new_book'] as { nbtData?: unknown };
  const pages = stringsOf(typed, 'pages').map((page) => page.replace(unwanted, ''));
  const title = textOf(fieldOf(typed, 'title')).replace(unwanted, '');
  const isSigned = packet['signing'] === true;
  const isTitled = title.trim() !== '' && title.length <= most.title;
  const isFit = pages.length <= most.pages && pages.every((page) => page.length <= most.page);
  const next = isSigned ? itemNamed(registry, 'written_book') : book;
  if (next && isFit && (isTitled || !isSigned)) {
    const text = isSigned ? pages.map((page) => JSON.stringify({ text: page })) : pages;
    const written = itemWith(next, {
      pages: list('string', text),
      ...(isSigned && {
        title: { type: 'string', value: title },
        author: { type: 'string', value: player.username },
      }),
    });
    if (isWritable(written.nbt?.value ?? {}, mostShownBytes)) return player.inventory.updateSlot(slot, written);
  }
  tell(player._client, messagesOf(player).bookTooLong, 'red');
  resendWindows(player);
}

/** Packet use_item with a signed book in the hand: the client shows it. @returns false for anything else */
export function readBook(player: Player, { hand }: Record<string, unknown>): boolean {
  const item: Item | null | undefined = player.inventory.slots[handSlot(player, hand)];
  if (item?.name !== 'written_book') return false;
  player._client.write('open_book', { hand });
  return true;
}
