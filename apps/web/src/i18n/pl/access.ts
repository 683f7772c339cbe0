import { pluralOf } from '../plural.ts';
import type { Messages } from '../messages.ts';

const plural = pluralOf('pl');

export const access = {
  title: 'Dostęp',
  may: {
    title: 'Co mogą współwłaściciele',
    items: [
      'Widzieć na stronach serwera wszystko, co go dotyczy',
      'Włączać go i wyłączać',
      'Zmieniać jego ustawienia',
      'Korzystać z jego konsoli, plików i harmonogramów',
      'Tworzyć kopie zapasowe',
      'Używać poleceń w grze i budować przy chronionym punkcie odrodzenia, po potwierdzeniu tożsamości kodem',
    ],
  },
  mayNot: {
    title: 'Co może tylko właściciel',
    items: [
      'Zmieniać nazwę, adres, opis i ochronę',
      'Zmieniać silnik, tworzyć nowy świat i wybierać, kto może obudzić serwer',
      'Wybierać współwłaścicieli',
      'Przywracać, pobierać i usuwać kopie zapasowe',
      'Widzieć i zmieniać hasło bazy danych oraz ją usunąć',
      'Usunąć serwer',
    ],
  },
  listTitle: 'Kto zarządza serwerem',
  owner: 'Właściciel',
  you: 'Ty',
  since: (date) => `Współwłaściciel od ${date}`,
  empty: 'Nie ma jeszcze współwłaścicieli.',
  add: {
    title: 'Dodaj współwłaściciela',
    label: 'Nick',
    hint: 'Nick konta na tej stronie. Serwer pojawi się u tej osoby w zakładce „Partnerów”.',
    button: 'Dodaj',
    done: (name) => `${name} jest teraz współwłaścicielem`,
    full: (limit) => `Serwer może mieć najwyżej ${limit} współwłaścicieli.`,
  },
  remove: {
    button: (name) => `Usuń: ${name}`,
    title: (name) => `Usunąć współwłaściciela ${name}?`,
    text: 'Strony serwera od razu się dla tej osoby zamkną, a jej uprawnienia w grze znikną. Nadal może dołączać jako gracz.',
    action: 'Usuń',
    cancel: 'Zostaw',
    done: (name) => `${name} nie jest już współwłaścicielem`,
  },
  leave: {
    button: 'Odejdź',
    title: 'Przestać zarządzać tym serwerem?',
    text: 'Jego strony zamkną się dla Ciebie, a uprawnienia w grze znikną. Tylko właściciel może dodać Cię ponownie.',
    action: 'Odejdź',
    cancel: 'Zostań',
    done: 'Nie zarządzasz już tym serwerem',
  },
  upgrade: {
    title: 'Potrzebny jest wyższy plan',
    text: (tier) => `Współwłaścicieli można dodawać od planu ${tier}. Obecni zostają i możesz ich usuwać.`,
    cancel: 'Nie teraz',
  },
  noAccess: {
    title: 'Twój plan nie obejmuje współwłaścicieli',
    text: (tier) => `Od planu ${tier} znajomi mogą zarządzać serwerem razem z Tobą.`,
    waiting: (count) =>
      plural(count, {
        one: 'Czeka na niego {n} dotychczasowy współwłaściciel. Do tego czasu serwer jest dla niego zamknięty.',
        few: 'Czekają na niego {n} dotychczasowi współwłaściciele. Do tego czasu serwer jest dla nich zamknięty.',
        many: 'Czeka na niego {n} dotychczasowych współwłaścicieli. Do tego czasu serwer jest dla nich zamknięty.',
        other: 'Czeka na niego {n} dotychczasowego współwłaściciela. Do tego czasu serwer jest dla nich zamknięty.',
      }),
    action: 'Zobacz plany',
  },
} satisfies Messages['access'];
