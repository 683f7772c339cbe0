import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('ru');

export const home = {
  title: 'Свой мир с адресом, которым легко поделиться',
  lead: 'Выберите мир, назовите его и включите. Друзья зайдут по одному адресу — ничего не нужно устанавливать и настраивать.',
  create: 'Создать сервер',
  free: 'Начать можно бесплатно. Банковская карта не нужна.',
  scene: 'Небольшой замок из блоков на парящем острове',
  now: {
    label: 'Прямо сейчас',
    realms: (count: number) =>
      plural(count, { one: '{n} сервер', few: '{n} сервера', many: '{n} серверов', other: '{n} сервера' }),
    players: (count: number) =>
      plural(count, { one: '{n} игрок', few: '{n} игрока', many: '{n} игроков', other: '{n} игрока' }),
    none: 'Пока тихо. Ваш может стать первым.',
  },
} satisfies Messages['home'];
