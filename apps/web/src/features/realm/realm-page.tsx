import type { Realm } from '@realmkeep/contract';
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { RealmPage } from './RealmPage.tsx';

type Name = 'addons' | 'backups' | 'databases' | 'files' | 'kernel' | 'players' | 'schedules' | 'uploads' | 'world';

/** A page of a realm with the title and the lead of these messages. Its content is rendered afresh for another realm. */
export function realmPage(name: Name, Content: (props: { realm: Realm }) => ReactNode): () => ReactNode {
  return function Page() {
    const { title, lead } = useMessages(name);
    return (
      <RealmPage title={title} lead={lead}>
        {(realm) => <Content key={realm.id} realm={realm} />}
      </RealmPage>
    );
  };
}
