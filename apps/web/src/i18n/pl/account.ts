import type { PageTexts } from '../catalogue.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const account = {
  profile: 'Twoje konto',
  nickname: 'Nick',
  tier: 'Plan',
  since: 'Z nami od',
  allows: 'Plan obejmuje',
  realms: (count: number) =>
    plural(count, { one: '{n} serwer', few: '{n} serwery', many: '{n} serwerów', other: '{n} serwera' }),
  slots: (count: number) =>
    plural(count, {
      one: 'po {n} miejscu',
      few: 'po {n} miejsca',
      many: 'po {n} miejsc',
      other: 'po {n} miejsca',
    }),
  unlimitedSlots: 'miejsca bez limitu',
  border: (side: string) => `${side}\u00a0×\u00a0${side} bloków`,
  servers: 'Twoje serwery',
  tabs: { label: 'Czyje serwery', owned: 'Twoje', partnered: 'Partnerów' },
  create: 'Utwórz serwer',
  manage: 'Zarządzaj',
  emptyOwned: { title: 'Nie masz jeszcze serwera', text: 'Twój pierwszy świat jest o trzy kroki stąd.' },
  emptyPartnered: {
    title: 'Nikt nie udostępnił Ci jeszcze serwera',
    text: 'Tu pojawią się serwery, które pomagasz prowadzić.',
  },
  players: 'Gracze',
  gameMode: 'Tryb gry',
  device: 'Urządzenie',
  owner: 'Właściciel',
} satisfies PageTexts['account'];
