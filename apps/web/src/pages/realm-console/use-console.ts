import { useEffect, useState } from 'react';
import { liveConsoles } from '../../features/live/live-consoles.ts';
import { type Held, nothingHeld, withLines } from './console-lines.ts';

export interface Console extends Held {
  /** `waiting` until the first lines have arrived, or it is known that there are none. */
  state: 'waiting' | 'open' | 'closed';
}

const pauseMs = 250;

/** Follows a realm's console while the page is open. Lines after a pause are shown at once, a flood four times a second. */
export function useConsole(id: string): Console {
  const [shown, setShown] = useState<Console>({ state: 'waiting', ...nothingHeld });

  useEffect(() => {
    let console: Console = { state: 'waiting', ...nothingHeld };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Console) => {
      console = next;
      if (timer !== undefined) return;
      setShown(console);
      rest();
    };
    const rest = () => {
      const before = console;
      timer = setTimeout(() => {
        timer = undefined;
        if (console === before) return;
        setShown(console);
        rest();
      }, pauseMs);
    };
    const unwatch = liveConsoles.watch(id, {
      onOpened: () => show({ state: 'open', ...nothingHeld }),
      onLines: (lines) => show({ state: 'open', ...withLines(console, lines) }),
      onClosed: () => show({ ...console, state: 'closed' }),
    });
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  }, [id]);
  return shown;
}
