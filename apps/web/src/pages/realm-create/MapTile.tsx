import type { ReactNode } from 'react';

interface Props {
  picture: ReactNode;
  map: string;
  name: string;
  text: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
}

/** One world to choose. */
export function MapTile({ picture, map, name, text, checked, disabled = false, onChoose }: Props) {
  return (
    <label className="flex cursor-pointer flex-col overflow-hidden rounded-block border-2 border-line bg-surface shadow-block transition-transform has-checked:border-lantern-edge has-checked:shadow-lantern has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce motion-safe:hover:-translate-y-0.5">
      {picture}
      <span className="flex items-center gap-3 px-4 pt-4 font-display text-sm font-semibold wrap-anywhere">
        <input
          type="radio"
          name="map"
          value={map}
          checked={checked}
          disabled={disabled}
          onChange={onChoose}
          className="size-4 shrink-0 accent-lantern-edge focus-visible:outline-none"
        />
        {name}
      </span>
      <span className="px-4 pt-1 pb-4 text-sm text-muted">{text}</span>
    </label>
  );
}
