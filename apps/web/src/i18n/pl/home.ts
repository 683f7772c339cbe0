import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const home = {
  title: 'Własny świat z adresem, który łatwo podać dalej',
  lead: 'Wybierz mapę, nadaj jej nazwę i włącz. Znajomi dołączą, wpisując jeden adres – bez instalowania i konfigurowania.',
  create: 'Utwórz serwer',
  free: 'Na początek za darmo. Bez karty płatniczej.',
  scene: 'Mały zamek z bloków na unoszącej się wyspie',
  now: {
    label: 'W tej chwili',
    realms: (count: number) =>
      plural(count, { one: '{n} serwer', few: '{n} serwery', many: '{n} serwerów', other: '{n} serwera' }),
    players: (count: number) =>
      plural(count, { one: '{n} gracz', few: '{n} graczy', many: '{n} graczy', other: '{n} gracza' }),
    none: 'Cicho. Twój może być pierwszy.',
  },
} satisfies Messages['home'];
