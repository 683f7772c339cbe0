import type { Realm } from '@realmkeep/contract';
import { useSearch } from '@tanstack/react-router';
import { RealmPage } from '../../features/realm/RealmPage.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { FileBrowser } from './FileBrowser.tsx';
import { FileEditor } from './FileEditor.tsx';
import { SftpCard } from './SftpCard.tsx';

/** The realm's files: a folder, or one file that is edited. */
export default function RealmFilesPage() {
  const messages = useMessages('files');
  return (
    <RealmPage title={messages.title} lead={messages.lead}>
      {(realm) => <Files key={realm.id} realm={realm} />}
    </RealmPage>
  );
}

function Files({ realm }: { realm: Realm }) {
  const { path = '', file } = useSearch({ strict: false });
  if (file !== undefined) return <FileEditor key={file} realmId={realm.id} path={file} />;
  return (
    <>
      <FileBrowser realmId={realm.id} path={path} />
      {path === '' && <SftpCard realmId={realm.id} />}
    </>
  );
}
