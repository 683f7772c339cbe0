import type { PageTexts } from '../catalogue.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const home = {
  title: 'Własny świat z adresem, który łatwo podać dalej',
  lead: 'Wybierz mapę, nadaj jej nazwę i włącz. Znajomi dołączą, wpisując jeden adres – bez instalowania i konfigurowania.',
  create: 'Utwórz serwer',
  free: 'Na początek za darmo. Bez karty płatniczej.',
  scene: 'Mały zamek z klocków na unoszącej się wyspie',
  steps: {
    title: 'Trzy kroki do bramy',
    map: { title: 'Wybierz świat', text: 'Łąka, wyspy albo kanion: oficjalne mapy, na których od razu można budować.' },
    name: { title: 'Nadaj nazwę', text: 'Adres jest Twój od chwili, gdy go wybierzesz – tak długo, jak stoi serwer.' },
    join: { title: 'Otwórz bramę', text: 'Włącz serwer, wyślij adres i patrz, jak przybywają znajomi.' },
  },
  points: {
    title: 'Co dostajesz już dziś',
    live: {
      title: 'Wszystko na żywo',
      text: 'Kto gra, w którym świecie, jak szybko tyka serwer i ile zużywa – bez odświeżania strony.',
    },
    kept: {
      title: 'Twoje budowle zostają',
      text: 'Bloki zapisują się w ciągu kilku sekund. Nasza awaria nie zabierze Ci całego wieczoru.',
    },
    power: {
      title: 'Działa, kiedy chcesz',
      text: 'Jeden przycisk włącza, drugi wyłącza. Gdy serwer padnie, uruchomi się znowu i o tym powie.',
    },
    languages: {
      title: 'W Twoim języku',
      text: 'Strony i komunikaty w grze są po polsku, angielsku i rosyjsku.',
    },
  },
  tier: {
    title: 'Darmowy plan w liczbach',
    realms: (count: number) =>
      plural(count, { one: '{n} serwer', few: '{n} serwery', many: '{n} serwerów', other: '{n} serwera' }),
    slots: (count: number) =>
      plural(count, {
        one: '{n} miejsce dla gracza',
        few: '{n} miejsca dla graczy',
        many: '{n} miejsc dla graczy',
        other: '{n} miejsca dla graczy',
      }),
    border: (side: string) => `${side}\u00a0×\u00a0${side} bloków`,
  },
  honest: {
    title: 'A czego jeszcze nie ma',
    text: 'To piaskownica do budowania, Java Edition 1.16.5: stawiaj, kop, lataj, rozmawiaj. Nie ma wytwarzania ani głodu, ciecze nie płyną, a moby nie chodzą po świecie.',
  },
} satisfies PageTexts['home'];
