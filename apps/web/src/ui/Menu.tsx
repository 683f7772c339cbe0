import { type ReactNode, type ToggleEvent, useId, useRef } from 'react';

interface MenuItem {
  key: string;
  label: string;
  icon: ReactNode;
  selected: boolean;
  /** The language of the label, where it is not the page's. */
  lang?: string;
  onSelect: () => void;
}

interface Props {
  label: string;
  icon: ReactNode;
  items: MenuItem[];
}

/** A small choice that drops down from a square button. */
export function Menu({ label, icon, items }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const place = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open' || !button.current) return;
    const { bottom, right } = button.current.getBoundingClientRect();
    event.currentTarget.style.top = `${bottom + 8}px`;
    event.currentTarget.style.right = `${document.documentElement.clientWidth - right}px`;
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className="grid size-11 place-items-center rounded-block text-ink hover:bg-sunk"
      >
        {icon}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        onBeforeToggle={place}
        className="fixed inset-auto m-0 min-w-40 animate-rise rounded-block border-2 border-line bg-surface p-1.5 text-ink shadow-float"
      >
        {items.map(({ key, label: name, icon: picture, selected, lang, onSelect }) => (
          <button
            key={key}
            type="button"
            lang={lang}
            aria-pressed={selected}
            onClick={() => {
              list.current?.hidePopover();
              onSelect();
            }}
            className="flex min-h-11 w-full items-center gap-3 rounded-chip px-3 text-left hover:bg-sunk aria-pressed:font-semibold aria-pressed:text-spruce"
          >
            {picture}
            {name}
          </button>
        ))}
      </div>
    </>
  );
}
