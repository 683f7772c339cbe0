import { randomUUID } from 'node:crypto';
import type { ChatButton } from '@realmkeep/contract';
import {
  type APIButtonComponent,
  ButtonStyle,
  ComponentType,
  type RESTPatchAPIChannelMessageJSONBody,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import type { ChatMessage } from '../chat-platform.ts';

const maxContent = 2_000;
const maxRows = 5;
const maxInRow = 5;

const styles = {
  PRIMARY: ButtonStyle.Primary,
  SECONDARY: ButtonStyle.Secondary,
  SUCCESS: ButtonStyle.Success,
  DANGER: ButtonStyle.Danger,
} as const;

/**
 * A message that mentions nobody, and that Discord posts once however often it is sent.
 * @throws RangeError for a message that Discord would refuse, which is a fault of ours
 */
export function messageBody({ content, buttons }: ChatMessage): RESTPostAPIChannelMessageJSONBody {
  if (content.length > maxContent) throw new RangeError('The message is too long');
  return {
    content,
    allowed_mentions: { parse: [] },
    components: rowsOf(buttons),
    nonce: randomUUID().slice(0, 25),
    enforce_nonce: true,
  };
}

/** What takes the place of a message, without buttons. */
export function replacementBody(content: string) {
  return { content, allowed_mentions: { parse: [] }, components: [] } satisfies RESTPatchAPIChannelMessageJSONBody;
}

function rowsOf(buttons: readonly ChatButton[]) {
  const rows = Map.groupBy(buttons, ({ row }) => row);
  if (rows.size > maxRows || [...rows.values()].some((row) => row.length > maxInRow)) {
    throw new RangeError('The message has too many buttons');
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([, row]) => ({ type: ComponentType.ActionRow as const, components: row.map(component) }));
}

function component({ id, label, button_type: type, link }: ChatButton): APIButtonComponent {
  if (label.length > 80 || id.length > 100) throw new RangeError('A button is too long');
  if (type !== 'LINK') return { type: ComponentType.Button, style: styles[type], label, custom_id: id };
  if (!link) throw new RangeError('A link leads nowhere');
  return { type: ComponentType.Button, style: ButtonStyle.Link, label, url: link };
}
