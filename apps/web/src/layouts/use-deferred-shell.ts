import type { Language } from '@realmkeep/contract/languages';
import { useEffect, useState } from 'react';
import { loadMessages } from '../i18n/messages.ts';

const retryDelay = 5000;

/** The parts of every page that are not in its first paint, with the messages that they need at once; null before the first paint and until loaded. */
export function useDeferredShell(language: Language) {
  const [parts, setParts] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  useEffect(() => {
    if (parts !== null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = () => {
      load(language).then(setParts, () => {
        timer = setTimeout(attempt, retryDelay);
      });
    };
    attempt();
    return () => clearTimeout(timer);
  }, [parts, language]);
  return parts;
}

async function load(language: Language) {
  const [{ DeferredShell }, { LiveBanner }] = await Promise.all([
    import('./DeferredShell.tsx'),
    import('../features/live/LiveBanner.tsx'),
    loadMessages('errors', language),
  ]);
  return { DeferredShell, LiveBanner };
}
