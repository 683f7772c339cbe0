import { ApiError } from '@realmkeep/contract/client';
import { errorMessage } from '@realmkeep/contract/error-codes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { filesWorkQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useFileCall } from './use-file-call.ts';

/** The archive that is made or unpacked, or what became of the last one. */
export function WorkCard({ realmId }: { realmId: string }) {
  const { archive: messages } = useMessages('files');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const sizeText = useSizeText();
  const { data: work } = useQuery(filesWorkQuery(realmId));
  const state = work?.state;
  const ending = useFileCall(realmId, async () => {
    await api.realmFilesWorkCancel({ params: { id: realmId } });
    await queries.invalidateQueries({ queryKey: keys.filesWork(realmId) });
  });

  // What it has made is to be seen.
  useEffect(() => {
    if (state === 'DONE') void queries.invalidateQueries({ queryKey: keys.realmFiles(realmId) });
  }, [state, queries, realmId]);

  if (!work) return null;
  const title = work.kind === 'ARCHIVE' ? messages.packing(work.path) : messages.unpacking(work.path);
  const goesOn = work.state === 'RUNNING' || work.state === 'WAITING';
  const problem =
    work.error === null ? messages.fault : errorText(errors, new ApiError(errorMessage(work.error), 409, work.error));
  return (
    <Card className="mt-5" aria-label={title}>
      <h2 className="mb-2 text-lg wrap-anywhere">{title}</h2>
      <ProgressBar busy={goesOn} label={title} />
      <p className="mt-2 text-sm text-muted">
        <span role="status">{messages.states[work.state]}</span> {work.state === 'RUNNING' && sizeText(work.bytes)}
      </p>
      {work.state === 'FAILED' && <p className="text-sm text-brick">{problem}</p>}
      <Button className="mt-3" disabled={ending.isPending} onAction={() => ending.mutate(undefined)}>
        {goesOn ? messages.cancel : messages.close}
      </Button>
    </Card>
  );
}
