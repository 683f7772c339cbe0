import { ApiError } from '@realmkeep/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { discardUpload, forgetUpload, uploadPieces } from '../../features/uploads/upload-pieces.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { keys } from '../../api/query-keys.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { useSizeText } from '../../shared/use-size-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';

// Of no use before something is sent.
const LeavingMap = lazyPart(async () => (await import('./LeavingMap.tsx')).LeavingMap);

const longestName = 48;
/** The reason of an end that the player has asked for; a page that is left goes on later. */
const cancelled = 'cancelled';

interface Props {
  /** No further world may be kept. */
  full: boolean;
  limit: number;
  /** There is a new world. */
  onMade: (map: string) => void;
}

type Stage = { at: 'choosing' } | { at: 'sending'; bytes: number; waiting: boolean } | { at: 'checking' };

/** Brings a world along: an archive is sent in pieces, and looked through. */
export function MapUpload({ full, limit, onMade }: Props) {
  const sizeText = useSizeText();
  const messages = useMessages('worlds');
  const errors = useMessages('errors');
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [stage, setStage] = useState<Stage>({ at: 'choosing' });
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => () => sending.current?.abort(), []);

  const choose = (chosen: File | undefined): void => {
    if (!chosen) return;
    setRefusal(null);
    setFile(chosen);
    setName(chosen.name.replace(/\.zip$/i, '').slice(0, longestName));
  };

  const send = async (archive: File): Promise<void> => {
    const controller = new AbortController();
    const sent = { file: archive, purpose: { kind: 'MAP' } } as const;
    sending.current = controller;
    setRefusal(null);
    let waiting = false;
    let bytes = 0;
    const show = (): void => setStage({ at: 'sending', bytes, waiting });
    show();
    try {
      const uploadId = await uploadPieces({
        ...sent,
        signal: controller.signal,
        onProgress: (arrived) => {
          bytes = arrived;
          show();
        },
        onWaiting: (now) => {
          waiting = now;
          show();
        },
      });
      setStage({ at: 'checking' });
      const made = await api.realmMapCreate({ body: { uploadId, name: name.trim() } }).catch(async (error: unknown) => {
        // The archive will not be another one the next time.
        if (error instanceof ApiError && error.status === 400) await discardUpload(sent);
        throw error;
      });
      forgetUpload(sent);
      await queries.invalidateQueries({ queryKey: keys.ownMaps });
      setFile(null);
      onMade(made.map);
      showToast('success', messages.upload.done);
    } catch (error) {
      if (!controller.signal.aborted) {
        setRefusal(errorText(errors, error));
        showToast('error', errorText(errors, error));
      }
      if (controller.signal.reason === cancelled) await discardUpload(sent);
    }
    setStage({ at: 'choosing' });
  };

  if (full) return <p className="text-muted">{messages.full(limit)}</p>;
  return (
    <Card className="flex flex-col gap-4">
      <h4 className="font-display font-semibold">{messages.upload.title}</h4>
      <p className="text-sm text-muted">{messages.upload.text}</p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label={messages.upload.choose}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      {stage.at === 'choosing' && (
        <>
          {file && (
            <Field
              label={messages.upload.name}
              hint={`${file.name} · ${sizeText(file.size)}`}
              value={name}
              maxLength={longestName}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
          <div className="flex flex-wrap gap-3">
            {file && (
              <Button variant="primary" disabled={name.trim() === ''} onAction={() => void send(file)}>
                {messages.upload.send}
              </Button>
            )}
            <Button onAction={() => input.current?.click()}>
              <Upload aria-hidden size={18} /> {messages.upload.choose}
            </Button>
          </div>
        </>
      )}
      {stage.at === 'sending' && file && (
        <>
          <Meter label={messages.upload.progress} value={stage.bytes} max={file.size} />
          {!stage.waiting && (
            <p className="text-sm">{messages.upload.sent(sizeText(stage.bytes), sizeText(file.size))}</p>
          )}
          <Button className="self-start" onAction={() => sending.current?.abort(cancelled)}>
            {messages.upload.cancel}
          </Button>
        </>
      )}
      {/* How far it is would be told again and again. */}
      <p role="status" className="text-sm empty:hidden">
        {stage.at === 'sending' && stage.waiting && messages.upload.waiting}
        {stage.at === 'checking' && messages.upload.checking}
      </p>
      {stage.at !== 'choosing' && (
        <Suspense>
          <LeavingMap />
        </Suspense>
      )}
      {stage.at === 'checking' && <ProgressBar busy label={messages.upload.checking} />}
      {refusal !== null && (
        <div role="alert">
          <Callout tone="warn" title={messages.upload.refused}>
            <p>{refusal}</p>
          </Callout>
        </div>
      )}
    </Card>
  );
}
