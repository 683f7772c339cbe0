// @vitest-environment happy-dom
import type { AdminRealm, AdminUser, Realm, RealmPartners } from '@realmkeep/contract';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { endSession, fill, labelled, press, renderInPage } from './InPage.tsx';
import { keys } from '../src/api/query-keys.ts';
import { RealmTable } from '../src/pages/admin-realms/RealmTable.tsx';
import { UserTable } from '../src/pages/admin-users/UserTable.tsx';
import { AddCard } from '../src/pages/realm-access/AddCard.tsx';
import { CommandBox } from '../src/pages/realm-console/CommandBox.tsx';
import { GameCard } from '../src/pages/realm-details/GameCard.tsx';
import RealmPlayersPage from '../src/pages/realm-players/RealmPlayersPage.tsx';

const realm = {
  id: 'castle',
  ownerId: 'me',
  ownerTier: 'DRAGON',
  prefix: null,
  kernel: { kernel: 'sandbox' },
  live: { phase: 'READY', players: [] },
} as unknown as Realm;
const partners = { partners: [], limit: 3, coOwners: 'add' } as unknown as RealmPartners;
const user = { id: 'u1', nickname: 'Steve', reg_date: '2026-01-01T00:00:00Z', realms: 0, coins: 0 } as AdminUser;
const adminRealm = { id: 'r1', name: 'Castle', created: '2026-01-01T00:00:00Z', blocked: null } as AdminRealm;

const messages = ['realm', 'console', 'access', 'game', 'admin', 'players', 'subscription'] as const;
const data = [
  [keys.me, { id: 'me' }],
  [keys.realm('castle'), realm],
] as const;
let page: Awaited<ReturnType<typeof renderInPage>>;
async function show(form: React.ReactNode) {
  page = await renderInPage(form, { messages, data, href: '/realm/players?id=castle' });
}

afterEach(() => page.unmount());

const admin = () => <UserTable users={[user]} dimmed={false} />;

test.each([
  { what: 'a command', form: () => <CommandBox realm={realm} />, label: 'Command', text: 'say hello' },
  { what: 'a name', form: () => <AddCard realm={realm} data={partners} />, label: 'Nickname', text: 'Alex' },
  { what: 'a prefix', form: () => <GameCard realm={realm} own />, label: 'Your prefix', text: 'King' },
  { what: 'why a player is blocked', form: admin, button: 'Block', label: 'Reason', text: 'Spam' },
  { what: 'how many coins are given', form: admin, button: 'Give coins', label: 'How many coins', text: '25' },
  {
    what: 'why a server is blocked',
    form: () => <RealmTable realms={[adminRealm]} dimmed={false} />,
    button: 'Block',
    label: 'Reason',
    text: 'Spam',
  },
])('$what outlives the session, where it was typed', async ({ form, button, label, text }) => {
  await show(form());
  if (button !== undefined) await press(button);
  await fill(label, text);
  await endSession(page);
  await show(form());
  expect(labelled(label).value).toBe(text);
});

const open = (tab: string) => act(async () => labelled(tab).click());

test('a ban that is half typed stays while another tab is looked at', async () => {
  await show(<RealmPlayersPage />);
  await open('Bans');
  await fill('Nickname or network address', 'Griefer');
  await open('Whitelist');
  expect(labelled('Nickname').value).toBe('');
  await open('Bans');
  expect(labelled('Nickname or network address').value).toBe('Griefer');
});
