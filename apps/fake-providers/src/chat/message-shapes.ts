import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';

const label = z.string().min(1).max(80);

const Button = z.discriminatedUnion('style', [
  z.object({
    type: z.literal(ComponentType.Button),
    style: z.literal([ButtonStyle.Primary, ButtonStyle.Secondary, ButtonStyle.Success, ButtonStyle.Danger]),
    label,
    custom_id: z.string().min(1).max(100),
  }),
  z.object({
    type: z.literal(ComponentType.Button),
    style: z.literal(ButtonStyle.Link),
    label,
    url: z.url({ protocol: /^https?$/ }).max(512),
  }),
]);
export type Button = z.infer<typeof Button>;

/** Rows of buttons, the only components that this chat supports. Each button's id is unique in a message. */
export const Components = z
  .array(z.object({ type: z.literal(ComponentType.ActionRow), components: z.array(Button).min(1).max(5) }))
  .max(5)
  .refine((rows) => {
    const ids = rows.flatMap((row) =>
      row.components.flatMap((button) => ('custom_id' in button ? button.custom_id : [])),
    );
    return new Set(ids).size === ids.length;
  }, 'Component custom id cannot be duplicated');
export type Components = z.infer<typeof Components>;

const content = z.string().max(2000);

export const NewMessage = z.object({
  content: content.min(1),
  components: Components.default([]),
  nonce: z.string().max(25).nullish(),
  enforce_nonce: z.boolean().default(false),
});

/** What an edit, and the answer to an interaction, may change. */
export const MessageEdit = z.object({ content: content.optional(), components: Components.optional() });
