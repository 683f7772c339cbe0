import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';
import { SearchedList } from '../../features/admin/SearchedList.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { UserTable } from './UserTable.tsx';

/** Accounts, to be found, blocked, and given coins. */
export default function AdminUsersPage() {
  const { users: messages } = useMessages('admin');
  return (
    <SearchedList messages={messages} queryKey={keys.adminUsers} list={api.adminUsers}>
      {(users, dimmed) => <UserTable users={users} dimmed={dimmed} />}
    </SearchedList>
  );
}
