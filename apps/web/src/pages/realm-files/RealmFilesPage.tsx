import type { Realm } from '@realmkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { BlockedDialog } from '../../components/BlockedDialog.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { isMissingRealm, MissingRealm } from '../../components/MissingRealm.tsx';
import { usePageText } from '../../i18n/use-page-text.ts';
import { realmQuery } from '../../queries.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FileBrowser } from './FileBrowser.tsx';
import { FileEditor } from './FileEditor.tsx';

/** The realm's files: a folder, or one file that is edited. */
export function RealmFilesPage() {
  const words = usePageText('files');
  const { id = '' } = useSearch({ strict: false });
  const query = useQuery(realmQuery(id));
  if (isMissingRealm(query.error)) return <MissingRealm />;
  return (
    <>
      <h1 className="mb-1 text-2xl">{words.title}</h1>
      <p className="mb-5 max-w-prose text-muted">{words.lead}</p>
      <Loaded query={query} skeleton={<Skeleton className="h-96" />}>
        {(realm) => (
          <>
            <Files key={realm.id} realm={realm} />
            {realm.status === 'BLOCKED' && <BlockedDialog reason={realm.blockedReason} />}
          </>
        )}
      </Loaded>
    </>
  );
}

function Files({ realm }: { realm: Realm }) {
  const { path = '', file } = useSearch({ strict: false });
  if (file !== undefined) return <FileEditor key={file} realmId={realm.id} path={file} />;
  return <FileBrowser realmId={realm.id} path={path} />;
}
