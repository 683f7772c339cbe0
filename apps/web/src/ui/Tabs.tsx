import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface Props<Name extends string> {
  label: string;
  tabs: { name: Name; label: string }[];
  selected: Name;
  onSelect: (name: Name) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** Tabs: the arrow keys, Home and End move between them. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: Props<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.name === selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const index = to === undefined ? -1 : (to + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="mb-5 inline-flex max-w-full flex-wrap gap-1 rounded-block border-2 border-line bg-sunk p-1 max-xs:grid max-xs:w-full max-xs:grid-cols-2"
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => onSelect(tab.name)}
            onKeyDown={move}
            className="min-h-11 rounded-chip px-4 font-semibold text-muted aria-selected:bg-surface aria-selected:text-ink aria-selected:shadow-chosen"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
}
