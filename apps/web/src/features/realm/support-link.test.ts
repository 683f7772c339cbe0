// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { supportLink } from './support-link.ts';

const none = { support: null, wiki: null, community: null, vk: null, instagram: null, tiktok: null };
const chat = { platform: 'discord', invite: 'https://chat.example/invite' } as const;

test('support is what the operator has set, else the community, by its link or by its invitation', () => {
  const links = { ...none, support: 'https://help.example', community: 'https://community.example' };
  expect(supportLink({ links, chat })).toBe('https://help.example');
  expect(supportLink({ links: { ...links, support: null }, chat })).toBe('https://community.example');
  expect(supportLink({ links: none, chat })).toBe('https://chat.example/invite');
  expect(supportLink({ links: none, chat: null })).toBeNull();
});
