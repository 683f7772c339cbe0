import type { ChatButton } from '@realmkeep/contract';
import { z } from 'zod';

/** What a prompt is about. The key is that of the button that says yes. */
export const PromptPayload = z.object({ kind: z.literal('login'), match: z.string() });
export type PromptPayload = z.infer<typeof PromptPayload>;

/** A button before it has its id. */
export interface PromptChoice {
  /** What was chosen, as the payload names it. */
  key: string;
  row: number;
  label: string;
  type: Exclude<ChatButton['button_type'], 'LINK'>;
}

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
