import { languages } from '@realmkeep/contract/languages';
import { transactionKinds } from '@realmkeep/contract';
import { expect, test } from 'vitest';
import { loadMessages } from '../../i18n/messages.ts';
import { lineText } from './line-text.ts';

test.each(languages)('%s says every kind of movement in words of its own', async (language) => {
  const [{ kinds }, { tiers }] = await Promise.all([
    loadMessages('statement', language),
    loadMessages('realm', language),
  ]);
  const said = transactionKinds.map((kind) => lineText(kinds, tiers, { kind, subject: null }));
  expect(new Set(said).size).toBe(transactionKinds.length);
  expect(said.filter((text) => text.trim() === '' || text.includes('null'))).toEqual([]);
});

test('names whom or what it is about', async () => {
  const [{ kinds }, { tiers }] = await Promise.all([loadMessages('statement', 'ru'), loadMessages('realm', 'ru')]);
  const say = (kind: (typeof transactionKinds)[number], subject: string) => lineText(kinds, tiers, { kind, subject });
  expect(say('SUBSCRIPTION', 'GHAST')).toBe('Подписка на месяц: Гаст');
  expect(say('REVERSAL', 'DRAGON')).toBe('Исправление: Дракон');
  // A player may be called so.
  expect(say('REFERRAL_BONUS', 'DRAGON')).toBe('Реферальный бонус: DRAGON');
  expect(say('GRANT', 'Летний праздник')).toBe('Подарок: Летний праздник');
});
