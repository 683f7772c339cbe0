import { coloured, inBrackets, show, t, type Text } from '../../messages/text.ts';
import { inEnglish } from '../../messages/english.ts';
import { shownSource } from './names.ts';
import type { Source } from './source.ts';
import type { Form } from './tree.ts';

/** A command: who may use it, its syntax, and what it does. */
export interface Command {
  /** To whom it is open. The console may do everything that needs no body. */
  readonly who: 'everybody' | 'operators' | 'managers' | 'console';
  /** What the owner's plan must have for it. */
  readonly needs?: 'weather' | 'editBlocks' | 'kits' | 'personalPrefix';
  readonly needsBody?: true;
  /** Where the forms do not say it. */
  readonly usage?: string;
  readonly forms: readonly Form[];
}

export type Commands = Record<string, Command>;

/** Sends the result of a command to whoever typed it. */
export function reply({ game, by, isBlock }: Source, text: Text): void {
  if (isBlock) return;
  if (!by) return game.log(inEnglish(text));
  if (game.rules.isOn('sendCommandFeedback')) show(by._client, text);
}

/** The same, and informs the other operators, as the game does. */
export function report(source: Source, text: Text): void {
  reply(source, text);
  const { game, by, isBlock } = source;
  if (isBlock || !game.rules.isOn('sendCommandFeedback') || !game.rules.isOn('logAdminCommands')) return;
  const told = { ...(coloured(t('chat.type.admin', shownSource(source), text), 'gray') as object), italic: true };
  for (const player of game.server.players) {
    if (player !== by && game.access.hasPowers(player.account)) show(player._client, told);
  }
}

/** Of one, or of how many: `key.single` with the one, `key.multiple` with their number, between what else is said. */
export function reportOf<T>(
  source: Source,
  key: string,
  all: readonly T[],
  name: (one: T) => Text,
  before: readonly (Text | number)[] = [],
  after: readonly (Text | number)[] = [],
): number {
  const [only] = all;
  const isOne = all.length === 1 && only !== undefined;
  report(source, t(`${key}.${isOne ? 'single' : 'multiple'}`, ...before, isOne ? name(only) : all.length, ...after));
  return all.length;
}

/** The name of an item as the chat shows it. */
export function shownItem({ game: { squid } }: Source, name: string): Text {
  const kind = Object.hasOwn(squid.registry.blocksByName, name) ? 'block' : 'item';
  return inBrackets(t(`${kind}.minecraft.${name}`));
}
