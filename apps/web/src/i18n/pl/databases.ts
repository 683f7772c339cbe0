import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const databases = {
  title: 'Bazy danych',
  lead: 'Własna baza danych PostgreSQL tego serwera – dla pluginów, które trzymają w niej swoje dane.',
  unavailable: {
    title: 'Nie ma tu baz danych',
    text: 'Operator tej strony nie włączył baz danych dla serwerów.',
  },
  none: {
    title: 'Nie ma jeszcze bazy danych',
    text: (size, connections) =>
      plural(connections, {
        one: `Pomieści do ${size}; najwyżej {n} połączenie naraz.`,
        few: `Pomieści do ${size}; najwyżej {n} połączenia naraz.`,
        many: `Pomieści do ${size}; najwyżej {n} połączeń naraz.`,
        other: `Pomieści do ${size}; najwyżej {n} połączenia naraz.`,
      }),
  },
  create: 'Utwórz bazę danych',
  states: { creating: 'Baza danych powstaje…', deleting: 'Baza danych jest usuwana…' },
  size: {
    title: 'Rozmiar',
    used: (size, limit) => `${size} z ${limit}`,
    unmeasured: 'Zostanie zmierzony w ciągu pół minuty.',
    read_only: {
      title: 'Limit przekroczony: tylko do odczytu',
      text: 'Zapis wróci pół minuty po tym, jak rozmiar spadnie poniżej limitu. Aby coś usunąć, zacznij od polecenia:',
    },
    closed: {
      title: 'Limit przekroczony dwukrotnie: baza jest zamknięta',
      text: 'Nikt nie może się połączyć. Wyższy plan otworzy ją ponownie; w przeciwnym razie pozostaje ją usunąć.',
    },
  },
  access: {
    title: 'Połączenie',
    text: (connections) =>
      plural(connections, {
        one: 'Jest dostępna z maszyny, na której działa serwer, ale nie z internetu; najwyżej {n} połączenie naraz.',
        few: 'Jest dostępna z maszyny, na której działa serwer, ale nie z internetu; najwyżej {n} połączenia naraz.',
        many: 'Jest dostępna z maszyny, na której działa serwer, ale nie z internetu; najwyżej {n} połączeń naraz.',
        other: 'Jest dostępna z maszyny, na której działa serwer, ale nie z internetu; najwyżej {n} połączenia naraz.',
      }),
    server: {
      label: 'Gdzie leży',
      guests: 'PostgreSQL dla baz danych serwerów',
      named: 'PostgreSQL wskazany przez operatora tej strony',
      product: 'PostgreSQL samej strony',
    },
    ofBefore: {
      title: 'Tę bazę utworzyła wcześniejsza wersja',
      text: 'Leży tam, gdzie strona trzyma własne dane, i Twój serwer może do niej nie sięgać. Poproś operatora o kopię jej zawartości, usuń ją tutaj i utwórz nową.',
    },
    host: 'Host (adres serwera)',
    port: 'Numer portu',
    name: 'Nazwa bazy danych',
    user: 'Użytkownik',
    password: 'Hasło',
    jdbc: 'Adres JDBC',
    show: 'Pokaż hasło',
    copy: 'Kopiuj',
    copyOf: (label) => `Kopiuj: ${label}`,
    ownersOnly: 'Tylko właściciel widzi i zmienia hasło oraz może usunąć bazę danych.',
  },
  changes: 'Zmiany',
  cancel: 'Anuluj',
  rotate: {
    button: 'Zmień hasło',
    title: 'Zmienić hasło?',
    text: 'Wszystkie połączenia zostaną zerwane i będą wymagać nowego hasła.',
    action: 'Zmień',
    done: 'Hasło zostało zmienione',
  },
  remove: {
    button: 'Usuń bazę danych',
    title: 'Usunąć bazę danych?',
    text: 'Wszystko, co w niej jest, przepadnie na zawsze.',
    action: 'Usuń',
    done: 'Baza danych została usunięta',
  },
} satisfies Messages['databases'];
