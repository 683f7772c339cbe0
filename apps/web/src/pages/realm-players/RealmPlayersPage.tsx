import type { Realm } from '@realmkeep/contract';
import { useState } from 'react';
import { realmPage } from '../../features/realm/RealmPage.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { RadioBar } from '../../ui/form/RadioBar.tsx';
import { useRuleDraft } from './AddRule.tsx';
import { Rules } from './Rules.tsx';
import { Visitors } from './Visitors.tsx';

const kinds = ['WHITELIST', 'OPERATOR', 'BAN'] as const;
const tabs = ['players', ...kinds] as const;

/** Who is online, who was, and who may join. */
export default realmPage('players', Players);

function Players({ realm }: { realm: Realm }) {
  const messages = useMessages('players');
  // They stay while another tab is looked at.
  const drafts = {
    WHITELIST: useRuleDraft(realm.id, 'WHITELIST'),
    OPERATOR: useRuleDraft(realm.id, 'OPERATOR'),
    BAN: useRuleDraft(realm.id, 'BAN'),
  };
  const [tab, setTab] = useState<(typeof tabs)[number]>(() => kinds.find((kind) => drafts[kind][0]) ?? 'players');
  return (
    <div className="flex flex-col gap-5">
      <RadioBar
        label={messages.title}
        labelHidden
        options={tabs.map((name) => ({ name, label: messages.tabs[name] }))}
        selected={tab}
        onSelect={setTab}
      />
      {tab === 'players' ? (
        <Visitors realm={realm} />
      ) : (
        <Rules key={tab} realm={realm} kind={tab} draft={drafts[tab]} />
      )}
    </div>
  );
}
