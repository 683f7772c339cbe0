import type { Realm } from '@realmkeep/contract';
import { realmDescriptionProblem, realmDescriptionRule } from '@realmkeep/contract/rules';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { draftOf } from '../../features/drafts/drafts.ts';
import { useDraft } from '../../features/drafts/use-draft.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { useOnline } from '../../shared/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useRealmChange } from './use-realm-change.ts';

/** What the owner says of the realm, to be read in lists. */
export function DescriptionCard({ realm }: { realm: Realm }) {
  const { description: messages } = useMessages('manage').settings;
  const { settings: realmMessages } = useMessages('realm');
  const online = useOnline();
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
  const possible = changed && problem === null && !setting.isPending && online;

  return (
    <Card aria-labelledby="settings-description">
      <h2 id="settings-description" className="mb-1 text-lg">
        {messages.title}
      </h2>
      <p className="mb-5 max-w-prose text-muted">{messages.text}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (possible) setting.mutate(text.trim());
        }}
      >
        <Field
          label={messages.label}
          hint={messages.hint(realmDescriptionRule.max)}
          problem={
            problem && (problem === 'too_long' ? messages.tooLong(realmDescriptionRule.max) : messages.characters)
          }
          autoComplete="off"
          className="max-w-2xl"
          value={text}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ProgressBar busy={setting.isPending} label={messages.title} />
        <Button variant="primary" type="submit" disabled={!possible} className="mt-4">
          {realmMessages.save}
        </Button>
      </form>
    </Card>
  );
}
