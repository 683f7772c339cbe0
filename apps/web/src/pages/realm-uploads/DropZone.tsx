import { fileNameProblem } from '@realmkeep/contract/file-rules';
import { useRef, useState } from 'react';
import { useFileDrop } from '../../features/uploads/use-file-drop.ts';
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
  const parts = folder.replace(/^\/+|\/+$/g, '').split('/');
  const isPath = parts.every((part) => fileNameProblem(part) === null);
  const send = (files: File[]) => onFiles(files, parts.join('/'));

  const drop = useFileDrop(isPath ? null : messages.noFolder, send);

  return (
    <Card className={drop.isOver ? 'border-spruce bg-sunk' : ''} {...drop.zone}>
      <div className="max-w-md">
        <Field
          label={messages.folder}
          hint={messages.folderHint}
          problem={isPath ? null : messages.noFolder}
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
        <Button variant="primary" disabled={!online || !isPath} onAction={() => input.current?.click()}>
          {messages.choose}
        </Button>
        <p className="text-muted">{messages.drop}</p>
      </div>
    </Card>
  );
}
