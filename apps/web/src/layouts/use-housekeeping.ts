import type { Language } from '@realmkeep/contract/languages';
import { useEffect, useState } from 'react';
import { loadMessages } from '../i18n/messages.ts';

const retryDelay = 5000;

/** The housekeeping with the texts that it needs at once; null before the first paint and until it has come. */
export function useHousekeeping(language: Language) {
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
  const [{ Housekeeping }, { LiveBanner }] = await Promise.all([
    import('./Housekeeping.tsx'),
    import('../features/live/LiveBanner.tsx'),
    loadMessages('errors', language),
  ]);
  return { Housekeeping, LiveBanner };
}
