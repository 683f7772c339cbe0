import type { SiteConfig } from '@realmkeep/contract';
import { useEffect } from 'react';
import { createStore, useStore } from '../shared/store.ts';

const retryDelay = 5000;

const site = createStore<SiteConfig | null>(null);
let asked = false;

/** What the operator has set; null until it has come. It is asked for once, and again only after a failure. */
export function useSite(): SiteConfig | null {
  useEffect(() => {
    if (asked) return;
    asked = true;
    void load();
  }, []);
  return useStore(site);
}

async function load(): Promise<void> {
  try {
    const { api } = await import('./api.ts');
    site.set(await api.siteConfig());
  } catch {
    setTimeout(() => void load(), retryDelay);
  }
}
