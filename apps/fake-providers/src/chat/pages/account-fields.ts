import type { Language } from '@realmkeep/contract/languages';
import { z } from 'zod';
import { insertAccount, findAccount, type FakeAccount, usualTraits } from '../account-store.ts';
import type { FakeChat } from '../fake-chat.ts';
import { Snowflake } from '../snowflake.ts';
import { html, type Html } from '../../pages/html.ts';
import { pageText } from './page-text.ts';

/** A form's account: the id of an existing one, or `new` with a name and properties. */
export const AccountForm = z.object({
  account: z.string().default(''),
  name: z.string().default(''),
  age_days: z.coerce.number().int().min(0).max(3650).catch(usualTraits.ageDays),
  /** As a checkbox is sent. */
  unverified: z.string().optional(),
});
type AccountForm = z.infer<typeof AccountForm>;

export type AccountProblem = 'accountMissing' | 'nameRule' | 'nameTaken';

const Name = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{1,31}$/u);

/** The account of a form, created if it is new; or the problem. */
export function accountOfForm(
  { db }: FakeChat,
  form: AccountForm,
): { account: FakeAccount } | { problem: AccountProblem } {
  if (form.account === 'new') {
    const name = Name.safeParse(form.name);
    if (!name.success) return { problem: 'nameRule' };
    const { age_days: ageDays, unverified } = form;
    const account = insertAccount(db, name.data, { ageDays, addressVerified: unverified === undefined });
    return account ? { account } : { problem: 'nameTaken' };
  }
  const account = Snowflake.safeParse(form.account).success && findAccount(db, form.account);
  return account ? { account } : { problem: 'accountMissing' };
}

/** A field for the name of a new account. */
export function nameField(language: Language, value: string, problem: AccountProblem | null): Html {
  const say = pageText[language];
  const message = problem && say[problem];
  return html`<label class="field"
      ><span>${say.name}</span>
      <input
        name="name"
        value="${value}"
        maxlength="32"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="name-rule"
        ${problem && html`aria-invalid="true"`}
    /></label>
    <p id="name-rule" class="${message ? 'problem' : 'hint'}" ${message && html`role="alert"`}>
      ${message ?? say.nameRule}
    </p>
    <details>
      <summary>${say.traits}</summary>
      <label class="field"
        ><span>${say.ageDays}</span>
        <input name="age_days" type="number" min="0" max="3650" value="${String(usualTraits.ageDays)}"
      /></label>
      <label class="choice"><input type="checkbox" name="unverified" /> <span>${say.unverified}</span></label>
    </details>`;
}
