import type { ChatButton } from '@realmkeep/contract';
import { z } from 'zod';

/** What a prompt is about. */
export const PromptPayload = z.discriminatedUnion('kind', [
  /** A log-in waits for it; `match` is the key of the button that says yes. */
  z.object({ kind: z.literal('login'), match: z.string() }),
  /** A session was begun in a network that the account was never logged in from. */
  z.object({ kind: z.literal('place'), sessionId: z.string() }),
  /** The player is told something, and its buttons lead to where they can act. */
  z.object({ kind: z.literal('notice') }),
]);
export type PromptPayload = z.infer<typeof PromptPayload>;

/** A button before it has its id. One that leads somewhere chooses nothing. */
export type PromptChoice = { row: number; label: string } & (
  | {
      /** What was chosen, as the payload names it. */
      key: string;
      type: Exclude<ChatButton['button_type'], 'LINK'>;
    }
  | { type: 'LINK'; link: string }
);

/** A button's id leads to its prompt, which nobody can guess, and says what was chosen. */
export function buttonId(promptId: string, key: string): string {
  return `${promptId}.${key}`;
}

const ButtonId = z.templateLiteral([z.uuid(), '.', z.string().min(1).max(60)]);

/** null when it is none of ours. */
export function readButtonId(id: string): { promptId: string; key: string } | null {
  if (!ButtonId.safeParse(id).success) return null;
  const dot = id.indexOf('.');
  return { promptId: id.slice(0, dot), key: id.slice(dot + 1) };
}
