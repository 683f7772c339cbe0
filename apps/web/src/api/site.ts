import type { SiteConfig } from '@realmkeep/contract';
import { useEffect } from 'react';
import { sandboxHere } from '../shared/sandbox-here.ts';
import { createStore, useStore } from '../shared/store.ts';

const retryDelay = 5000;

const site = createStore<SiteConfig | null>(null);
let asked = false;

/** The operator's settings; null until they have loaded. They are requested once, and again only after a failure. */
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
    const config = await api.siteConfig();
    const { community, support } = config.links;
    const links = {
      ...config.links,
      community: community && sandboxHere(community),
      support: support && sandboxHere(support),
    };
    const chat = config.chat && { ...config.chat, invite: sandboxHere(config.chat.invite) };
    site.set({ ...config, chat, links });
  } catch {
    setTimeout(() => void load(), retryDelay);
  }
}
