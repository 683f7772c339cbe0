import type { Realm } from '@realmkeep/contract';
import { realmDescriptionProblem, realmDescriptionRule } from '@realmkeep/contract/rules';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Field } from '../../ui/form/Field.tsx';
import { FormCard } from '../../features/realm/FormCard.tsx';
import { useRealmChange } from '../../features/realm/use-realm-change.ts';

/** What the owner says of the realm, to be read in lists. */
export function DescriptionCard({ realm }: { realm: Realm }) {
  const { description: messages } = useMessages('manage').settings;
  const draftName = `description ${realm.id}`;
  /** Null until somebody types. */
  const [typed, setTyped] = useState((draftOf(draftName) as string | undefined) ?? null);
  const text = typed ?? realm.description;
  const changed = text.trim() !== realm.description;
  useDraft(draftName, changed ? text : null);

  const setting = useRealmChange(realm, {
    group: 'realm-description',
    change: (description: string) => api.realmDescriptionSet({ params: { id: realm.id }, body: { description } }),
    saved: () => setTyped(null),
  });
  const problem = realmDescriptionProblem(text);

  return (
    <FormCard
      name="description"
      title={messages.title}
      text={messages.text}
      ready={changed && problem === null}
      busy={setting.isPending}
      onSend={() => setting.mutate(text.trim())}
    >
      <Field
        label={messages.label}
        hint={messages.hint(realmDescriptionRule.max)}
        problem={problem && (problem === 'too_long' ? messages.tooLong(realmDescriptionRule.max) : messages.characters)}
        autoComplete="off"
        className="max-w-2xl"
        value={text}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormCard>
  );
}
