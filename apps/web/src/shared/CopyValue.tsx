import { Copy } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { useCopy } from './use-copy.ts';

interface Props {
  label: string;
  value: string;
  /** The button's text, and its accessible name, as there are several. */
  copy: string;
  copyLabel: string;
}

/** In a `dl`: something that is typed or pasted elsewhere. */
export function CopyValue({ label, value, copy, copyLabel }: Props) {
  const copyText = useCopy();
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <code className="min-w-0 font-semibold wrap-anywhere">{value}</code>
        <Button aria-label={copyLabel} onAction={() => copyText(value)}>
          <Copy aria-hidden size={18} />
          {copy}
        </Button>
      </dd>
    </div>
  );
}
