import type { Realm } from '@realmkeep/contract';
import { useState } from 'react';
import { draftOf } from '../../features/drafts/drafts.ts';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { ruleDraft } from './AddRule.tsx';
import { Rules } from './Rules.tsx';
import { Visitors } from './Visitors.tsx';

const kinds = ['WHITELIST', 'OPERATOR', 'BAN'] as const;
const tabs = ['players', ...kinds] as const;

/** Who is online, who was, and who may join. */
export default function RealmPlayersPage() {
  const { title, lead } = useMessages('players');
  return (
    <RealmPage title={title} lead={lead}>
      {(realm) => <Players key={realm.id} realm={realm} />}
    </RealmPage>
  );
}

function Players({ realm }: { realm: Realm }) {
  const messages = useMessages('players');
  const [tab, setTab] = useState<(typeof tabs)[number]>(
    () => kinds.find((kind) => draftOf(ruleDraft(realm.id, kind)) !== undefined) ?? 'players',
  );
  return (
    <div className="flex flex-col gap-5">
      <RadioBar
        label={messages.title}
        labelHidden
        options={tabs.map((name) => ({ name, label: messages.tabs[name] }))}
        selected={tab}
        onSelect={setTab}
      />
      {tab === 'players' ? <Visitors realm={realm} /> : <Rules key={tab} realm={realm} kind={tab} />}
    </div>
  );
}
