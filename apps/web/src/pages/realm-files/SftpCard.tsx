import { useQuery } from '@tanstack/react-query';
import { CopyValue } from '../../shared/CopyValue.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { sftpQuery } from '../../api/queries.ts';
import { Card } from '../../ui/Card.tsx';

/** How a program for SFTP gets to the same files; nothing where that is not offered. */
export function SftpCard({ realmId }: { realmId: string }) {
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
    <Card aria-labelledby="sftp" className="mt-6">
      <h2 id="sftp" className="mb-1 text-lg">
        {messages.title}
      </h2>
      <p className="mb-4 max-w-prose text-muted">
        {messages.text} {sftp.secondStep && messages.secondStep}
      </p>
      <dl className="flex flex-col gap-3">
        {rows.map(([label, value]) => (
          <CopyValue key={label} label={label} value={value} copy={messages.copy} copyLabel={messages.copyOf(label)} />
        ))}
      </dl>
      <p className="mt-4 max-w-prose text-sm text-muted">{messages.hint}</p>
    </Card>
  );
}
