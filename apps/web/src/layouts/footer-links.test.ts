import { expect, test } from 'vitest';
import { footerLinks } from './footer-links.ts';

const all = {
  support: 'https://s.example',
  wiki: 'https://w.example',
  community: 'https://c.example',
  vk: 'https://vk.example',
  instagram: 'https://i.example',
  tiktok: 'https://t.example',
};

test.each([
  ['en', ['community', 'Instagram', 'TikTok']],
  ['pl', ['community', 'Instagram', 'TikTok']],
  ['ru', ['community', 'VK']],
] as const)('%s readers get %j', (language, names) => {
  expect(footerLinks(all, language).map(({ name }) => name)).toEqual(names);
});

test('what the operator has not set is not shown', () => {
  const none = { support: null, wiki: null, community: null, vk: null, instagram: null, tiktok: null };
  expect(footerLinks(none, 'en')).toEqual([]);
});
