import { fileNameProblem } from '@realmkeep/contract/file-rules';
import { type DragEvent, useRef, useState } from 'react';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/form/Field.tsx';

/** Takes files that are dropped or chosen, and the folder that they go into. */
export function DropZone({ onFiles }: { onFiles: (files: File[], folder: string) => void }) {
  const messages = useMessages('uploads');
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const [folder, setFolder] = useState('plugins');
  const [isOver, setOver] = useState(false);
  const parts = folder.replace(/^\/+|\/+$/g, '').split('/');
  const canSend = online && parts.every((part) => fileNameProblem(part) === null);
  const send = (files: File[]) => onFiles(files, parts.join('/'));

  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    setOver(false);
    // A dropped folder appears as an unreadable file.
    const items = [...event.dataTransfer.items].filter((item) => item.webkitGetAsEntry()?.isFile);
    if (canSend) send(items.map((item) => item.getAsFile()).filter((file) => file !== null));
  };

  return (
    <Card
      className={isOver ? 'border-spruce bg-sunk' : ''}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(canSend);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="max-w-md">
        <Field
          label={messages.folder}
          hint={messages.folderHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={folder}
          onChange={({ target }) => setFolder(target.value)}
        />
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={messages.choose}
        onChange={({ target }) => {
          send([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="primary" disabled={!canSend} onAction={() => input.current?.click()}>
          {messages.choose}
        </Button>
        <p className="text-muted">{messages.drop}</p>
      </div>
    </Card>
  );
}
