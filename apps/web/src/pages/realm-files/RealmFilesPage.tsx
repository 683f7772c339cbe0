import type { Realm } from '@realmkeep/contract';
import { useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { realmPage } from '../../features/realm/RealmPage.tsx';
import { UploadsCard } from '../../features/uploads/UploadsCard.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { CopyValue } from '../../shared/CopyValue.tsx';
import { sftpQuery } from '../../api/queries.ts';
import { TitledCard } from '../../ui/Card.tsx';
import { FileBrowser } from './FileBrowser.tsx';
import { FileEditor } from './FileEditor.tsx';

/** The realm's files: a folder, or one file that is edited. */
export default realmPage('files', Files);

function Files({ realm }: { realm: Realm }) {
  const { path = '', file } = useSearch({ strict: false });
  // They go on while a file is edited.
  const uploads = useUploads(realm.id);
  if (file !== undefined) {
    return (
      <>
        <FileEditor key={file} realmId={realm.id} path={file} />
        <UploadsCard uploads={uploads} className="mt-5" />
      </>
    );
  }
  return (
    <>
      <FileBrowser realmId={realm.id} path={path} uploads={uploads} />
      {path === '' && <SftpCard realmId={realm.id} />}
    </>
  );
}

/** How a program for SFTP gets to the same files; nothing where that is not offered. */
function SftpCard({ realmId }: { realmId: string }) {
  const { sftp: messages } = useMessages('files');
  const { data: sftp } = useQuery(sftpQuery(realmId));
  if (!sftp) return null;
  const rows = [
    [messages.host, sftp.host],
    [messages.port, String(sftp.port)],
    [messages.username, sftp.username],
    [messages.folder, sftp.folder],
    [messages.fingerprint, sftp.fingerprint],
  ] as const;
  return (
    <TitledCard id="sftp" title={messages.title} gap="mb-1" className="mt-6">
      <p className="mb-4 max-w-prose text-muted">
        {messages.text} {sftp.secondStep && messages.secondStep}
      </p>
      <dl className="flex flex-col gap-3">
        {rows.map(([label, value]) => (
          <CopyValue key={label} label={label} value={value} copy={messages.copy} copyLabel={messages.copyOf(label)} />
        ))}
      </dl>
      <p className="mt-4 max-w-prose text-sm text-muted">{messages.hint}</p>
    </TitledCard>
  );
}
