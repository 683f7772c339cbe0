import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const console = {
  title: 'Konsola',
  logs: 'Wcześniejsze logi i raporty o awariach',
  output: 'To, co wypisuje serwer',
  empty: 'Jeszcze nic nie wypisano.',
  closed: 'Ta konsola jest dla Ciebie zamknięta: serwera już nie ma albo już nim nie zarządzasz.',
  gap: (count) =>
    plural(count, {
      one: 'pominięto {n} wiersz',
      few: 'pominięto {n} wiersze',
      many: 'pominięto {n} wierszy',
      other: 'pominięto {n} wiersza',
    }),
  fresh: (count) =>
    plural(count, {
      one: '{n} nowy wiersz',
      few: '{n} nowe wiersze',
      many: '{n} nowych wierszy',
      other: '{n} nowego wiersza',
    }),
  toEnd: 'Na sam dół',
  copy: 'Kopiuj',
  download: 'Pobierz',
  held: (count) =>
    plural(count, {
      one: 'Tutaj: {n} wiersz.',
      few: 'Tutaj: {n} wiersze.',
      many: 'Tutaj: {n} wierszy.',
      other: 'Tutaj: {n} wiersza.',
    }),
  missed: (count) =>
    plural(count, {
      one: 'Pominięto {n} wiersz: konsola wypisywała zbyt dużo naraz.',
      few: 'Pominięto {n} wiersze: konsola wypisywała je zbyt szybko.',
      many: 'Pominięto {n} wierszy: konsola wypisywała je zbyt szybko.',
      other: 'Pominięto {n} wiersza: konsola wypisywała je zbyt szybko.',
    }),
  search: {
    label: 'Szukaj w konsoli',
    previous: 'Poprzednie trafienie',
    next: 'Następne trafienie',
    found: (at, count) => (count === 0 ? 'Brak wyników' : at === 0 ? `${count}` : `${at} z ${count}`),
  },
  command: {
    label: 'Polecenie',
    hint: 'Tab lub naciśnięcie podpowiedzi uzupełnia polecenie, Esc, a potem Tab opuszcza pole, ↑ przywołuje wcześniejsze. Wszyscy przy tej konsoli widzą, kto co wysłał.',
    offered: 'Podpowiedzi',
    send: 'Wyślij',
    phases: {
      OFF: 'Serwer jest wyłączony. Włącz go, aby wysyłać polecenia.',
      QUEUED: 'Serwer wkrótce się uruchomi. Polecenia przyjmie, gdy zacznie działać.',
      STARTING: 'Serwer się uruchamia. Polecenia przyjmie, gdy zacznie działać.',
      SLEEPING: 'Serwer śpi, bo nikogo na nim nie było. Obudź go, aby wysyłać polecenia.',
      STOPPING: 'Serwer się zatrzymuje i nie przyjmuje już poleceń.',
      FAILED: 'Serwer uległ awarii i zostanie uruchomiony ponownie. Powyżej jest to, co wypisał na końcu.',
      BLOCKED: 'Serwer jest zablokowany i nie przyjmuje poleceń.',
    },
  },
} satisfies Messages['console'];
