import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { PresentCard } from './PresentCard.tsx';

/** What the realm's world is made of. */
export default function RealmWorldPage() {
  const messages = useMessages('world');
  return (
    <RealmPage title={messages.title} lead={messages.lead}>
      {(realm) => <PresentCard key={realm.id} realm={realm} />}
    </RealmPage>
  );
}
