import type { PageTexts } from '../catalogue.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('ru');

export const account = {
  profile: 'Ваш аккаунт',
  nickname: 'Ник',
  tier: 'Тариф',
  since: 'С нами с',
  allows: 'Тариф даёт',
  realms: (count: number) =>
    plural(count, { one: '{n} сервер', few: '{n} сервера', many: '{n} серверов', other: '{n} сервера' }),
  slots: (count: number) =>
    plural(count, {
      one: 'по {n} слоту',
      few: 'по {n} слота',
      many: 'по {n} слотов',
      other: 'по {n} слота',
    }),
  unlimitedSlots: 'слоты без ограничений',
  border: (side: string) => `${side}\u00a0×\u00a0${side} блоков`,
  servers: 'Ваши серверы',
  tabs: { label: 'Чьи серверы', owned: 'Ваши', partnered: 'Партнёрские' },
  create: 'Создать сервер',
  manage: 'Управлять',
  emptyOwned: { title: 'Серверов пока нет', text: 'До вашего первого мира – три шага.' },
  emptyPartnered: {
    title: 'С вами ещё не поделились сервером',
    text: 'Здесь появятся серверы, которыми вы помогаете управлять.',
  },
  players: 'Игроки',
  gameMode: 'Режим игры',
  device: 'Устройство',
  owner: 'Владелец',
} satisfies PageTexts['account'];
