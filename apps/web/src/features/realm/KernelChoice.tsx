import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import { useId } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';

interface Props<Kind extends KernelKind> {
  kinds: readonly Kind[];
  selected: Kind;
  onSelect: (kind: Kind) => void;
  /** What else is said of one. */
  note?: (kind: Kind) => string;
}

/** The available kernels, each with what it is good for. */
export function KernelChoice<Kind extends KernelKind>({ kinds, selected, onSelect, note }: Props<Kind>) {
  const messages = useMessages('kernel');
  const { kernels: names } = useMessages('subscription');
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{messages.kind}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-3">
        {kinds.map((kind) => (
          <label
            key={kind}
            className="flex cursor-pointer gap-3 rounded-block border-2 border-line px-4 py-3 has-checked:border-spruce has-checked:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce"
          >
            <input
              type="radio"
              name={group}
              value={kind}
              aria-label={names[kind]}
              aria-describedby={`${group}-${kind}`}
              checked={kind === selected}
              onChange={() => onSelect(kind)}
              className="mt-0.5 size-5 shrink-0 accent-spruce"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{names[kind]}</span>
              <span id={`${group}-${kind}`} className="block text-sm text-muted">
                {messages.about[kind]}
                {note && <span className="mt-1 block font-medium">{note(kind)}</span>}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
