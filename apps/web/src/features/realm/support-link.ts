import type { SiteConfig } from '@realmkeep/contract';
import { sandboxHere } from '../../shared/sandbox-here.ts';

/** Where a realm's menu leads for help: what the operator has set for that, else the community's chat; null where there is neither. */
export function supportLink({ links, chat }: Pick<SiteConfig, 'links' | 'chat'>): string | null {
  return links.support ?? links.community ?? (chat && sandboxHere(chat.invite));
}
