import { useQuery } from '@tanstack/react-query';
import { CopyValue } from '../../shared/CopyValue.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { sftpQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';

/** How a program for SFTP gets to the same files; nothing where that is not offered. */
export function SftpCard({ realmId }: { realmId: string }) {
  const { sftp: words } = useMessages('files');
  const { data: sftp } = useQuery(sftpQuery(realmId));
  if (!sftp) return null;
  const rows = [
    [words.host, sftp.host],
    [words.port, String(sftp.port)],
    [words.username, sftp.username],
    [words.folder, sftp.folder],
    [words.fingerprint, sftp.fingerprint],
  ] as const;
  return (
    <Card aria-labelledby="sftp" className="mt-6">
      <h2 id="sftp" className="mb-1 text-lg">
        {words.title}
      </h2>
      <p className="mb-4 max-w-prose text-muted">
        {words.text} {sftp.secondStep && words.secondStep}
      </p>
      <dl className="flex flex-col gap-3">
        {rows.map(([label, value]) => (
          <CopyValue key={label} label={label} value={value} copy={words.copy} copyLabel={words.copyOf(label)} />
        ))}
      </dl>
      <p className="mt-4 max-w-prose text-sm text-muted">{words.hint}</p>
    </Card>
  );
}
