import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import { useSizeText } from '../../shared/use-size-text.ts';

interface Props {
  path: string;
  size: number;
  received: number;
  /** Its state in words. */
  note: string;
  problem?: string | null;
  /** What can be done with it. */
  children?: ReactNode;
}

/** One file that is not all here yet. */
export function UploadRow({ path, size, received, note, problem = null, children }: Props) {
  const messages = useMessages('uploads');
  const sizeText = useSizeText();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">{path}</p>
        <progress className="h-2 w-full" aria-label={path} max={Math.max(1, size)} value={received} />
        <p className="text-sm text-muted">
          {note} · {messages.progress(sizeText(received), sizeText(size))}
        </p>
        {problem !== null && <p className="text-sm text-brick">{problem}</p>}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </li>
  );
}
