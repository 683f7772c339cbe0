import type { SiteConfig } from '@realmkeep/contract';
import type { Language } from '@realmkeep/contract/languages';

export interface FooterLink {
  /** A proper name, but for `community`, which is translated. */
  name: 'community' | 'VK' | 'Instagram' | 'TikTok';
  href: string;
}

/** English and Polish readers are one group with networks of their own; only what the operator has set is shown. */
export function footerLinks(links: SiteConfig['links'], language: Language): FooterLink[] {
  const western = language === 'en' || language === 'pl';
  const candidates = [
    { name: 'community', href: links.community },
    { name: 'VK', href: western ? null : links.vk },
    { name: 'Instagram', href: western ? links.instagram : null },
    { name: 'TikTok', href: western ? links.tiktok : null },
  ] as const;
  return candidates.flatMap(({ name, href }) => (href === null ? [] : [{ name, href }]));
}
