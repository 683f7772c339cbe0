import { fileNameProblem } from '@realmkeep/contract/file-rules';
import { useState } from 'react';
import { AppDialog } from '../../shared/AppDialog.tsx';
import { useOnline } from '../../shared/use-online.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useFileCall } from './use-file-call.ts';

interface Props {
  realmId: string;
  title: string;
  /** What is in the field at first. */
  name: string;
  /** Whether it is a folder's path, from the root, and no name. */
  isPath?: boolean;
  call: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a name, and does something with it. */
export function NameDialog({ realmId, title, name: first, isPath = false, call, onClose }: Props) {
  const { naming: messages } = useMessages('files');
  const online = useOnline();
  const [name, setName] = useState(first);
  const [isTried, setTried] = useState(false);
  const sending = useFileCall(realmId, call, onClose);
  const parts = isPath ? name.replace(/^\/+|\/+$/g, '').split('/') : [name];
  const problem = parts.map(fileNameProblem).find((found) => found !== null);
  return (
    <AppDialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!problem && online && !sending.isPending) sending.mutate(parts.join('/'));
        }}
      >
        <Field
          label={isPath ? messages.folder : messages.name}
          hint={isPath ? messages.folderHint : undefined}
          problem={isTried && problem ? messages.problems[problem] : null}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <ProgressBar busy={sending.isPending} label={title} />
        <div className="mt-3 flex flex-wrap gap-3">
          <Button variant="primary" type="submit" disabled={sending.isPending || !online}>
            {messages.done}
          </Button>
          <Button onAction={onClose}>{messages.cancel}</Button>
        </div>
      </form>
    </AppDialog>
  );
}
