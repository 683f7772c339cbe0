import { useEffect, useState } from 'react';
import { liveConsoles } from '../../session/live-consoles.ts';
import { type Held, nothingHeld, withLines } from './console-lines.ts';

export interface Console extends Held {
  /** `waiting` until the first lines, or that there are none, have come. */
  state: 'waiting' | 'open' | 'closed';
}

/** Follows a realm's console as long as the page is there. What comes is shown once a frame at most. */
export function useConsole(id: string): Console {
  const [shown, setShown] = useState<Console>({ state: 'waiting', ...nothingHeld });

  useEffect(() => {
    let console: Console = { state: 'waiting', ...nothingHeld };
    let frame = 0;
    const show = (next: Console) => {
      console = next;
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        setShown(console);
      });
    };
    const unwatch = liveConsoles.watch(id, {
      onOpened: () => show({ state: 'open', ...nothingHeld }),
      onLines: (lines) => show({ state: 'open', ...withLines(console, lines) }),
      onClosed: () => show({ ...console, state: 'closed' }),
    });
    return () => {
      unwatch();
      cancelAnimationFrame(frame);
    };
  }, [id]);
  return shown;
}
