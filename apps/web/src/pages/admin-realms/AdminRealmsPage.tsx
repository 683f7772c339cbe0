import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';
import { SearchedList } from '../../features/admin/SearchedList.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { RealmTable } from './RealmTable.tsx';

/** The realms of all owners, to be found and blocked. */
export default function AdminRealmsPage() {
  const { realms: messages } = useMessages('admin');
  return (
    <SearchedList messages={messages} queryKey={keys.adminRealms} list={api.adminRealms}>
      {(realms, dimmed) => <RealmTable realms={realms} dimmed={dimmed} />}
    </SearchedList>
  );
}
