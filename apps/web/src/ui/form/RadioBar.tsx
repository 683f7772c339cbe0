import { type ReactNode, useEffect, useId, useRef } from 'react';

interface Props<Name extends string> {
  label: string;
  /** The id of its description. */
  describedBy?: string | undefined;
  /** Only for screen readers, if the page already shows the meaning. */
  labelHidden?: boolean;
  options: { name: Name; label: ReactNode }[];
  selected: Name;
  onSelect: (name: Name) => void;
}

/** A choice of one among a few, all of them in sight. */
export function RadioBar<Name extends string>({
  label,
  labelHidden,
  describedBy,
  options,
  selected,
  onSelect,
}: Props<Name>) {
  const group = useId();
  const bar = useRef<HTMLFieldSetElement>(null);
  // A choice made in a prerendered page before its script had loaded, for which there was no event. From then on the two agree.
  useEffect(() => {
    const chosen = bar.current?.querySelector<HTMLInputElement>(':checked')?.value;
    const option = options.find(({ name }) => name === chosen);
    if (option && option.name !== selected) onSelect(option.name);
  });
  return (
    <fieldset ref={bar} className="min-w-0" aria-describedby={describedBy}>
      <legend className={labelHidden ? 'sr-only' : 'mb-1.5 text-sm font-semibold'}>{label}</legend>
      <div className="inline-flex max-w-full flex-wrap gap-1 rounded-block border-2 border-line bg-sunk p-1 max-xs:*:flex-auto">
        {options.map((option) => (
          <label
            key={option.name}
            className="flex min-h-11 cursor-pointer items-center justify-center rounded-chip px-4 font-semibold text-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-chosen has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce"
          >
            <input
              type="radio"
              name={group}
              value={option.name}
              checked={option.name === selected}
              onChange={() => onSelect(option.name)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
