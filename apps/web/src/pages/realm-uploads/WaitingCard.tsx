import type { RealmUpload } from '@realmkeep/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../api/api.ts';
import { adoptUpload } from '../../features/uploads/upload-pieces.ts';
import { UploadRow } from '../../features/uploads/UploadRow.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useProfile } from '../../features/account/use-profile.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

interface Props {
  realmId: string;
  waiting: readonly RealmUpload[];
  onFile: (files: File[], folder: string) => void;
}

/** Unfinished uploads: from an earlier page, from another browser, or a co-owner's, which only they can resume. */
export function WaitingCard({ realmId, waiting, onFile }: Props) {
  const messages = useMessages('uploads');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const online = useOnline();
  const me = useProfile()?.id;
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<RealmUpload | null>(null);
  const removing = useMutation({
    mutationFn: (id: string) => api.uploadCancel({ params: { id } }),
    onError: (error) => showToast('error', errorText(errors, error)),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.realmUploads(realmId) }),
  });

  function goOn(file: File | undefined): void {
    const upload = chosen.current;
    if (!file || !upload) return;
    const at = upload.path.lastIndexOf('/');
    const name = upload.path.slice(at + 1);
    if (file.name !== name || file.size !== upload.size) return showToast('error', messages.otherFile(name));
    adoptUpload({ file, purpose: { kind: 'FILE', realmId, path: upload.path } }, upload.id);
    onFile([file], upload.path.slice(0, at));
  }

  if (waiting.length === 0) return null;
  return (
    <Card aria-label={messages.waitingTitle}>
      <h2 className="mb-1 text-lg">{messages.waitingTitle}</h2>
      <p className="mb-3 text-sm text-muted">{messages.waitingText}</p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={messages.goOn}
        onChange={({ target }) => {
          goOn(target.files?.[0]);
          target.value = '';
        }}
      />
      <ul className="flex flex-col gap-4">
        {waiting.map((upload) => (
          <UploadRow key={upload.id} {...upload} note={messages.by(upload.by)}>
            {upload.userId === me && (
              <>
                <Button
                  disabled={!online}
                  aria-label={messages.of(messages.goOn, upload.path)}
                  onAction={() => {
                    chosen.current = upload;
                    input.current?.click();
                  }}
                >
                  {messages.goOn}
                </Button>
                <Button
                  disabled={!online || removing.isPending}
                  aria-label={messages.of(messages.remove, upload.path)}
                  onAction={() => removing.mutate(upload.id)}
                >
                  {messages.remove}
                </Button>
              </>
            )}
          </UploadRow>
        ))}
      </ul>
    </Card>
  );
}
