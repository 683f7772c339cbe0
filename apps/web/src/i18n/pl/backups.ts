import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const backups: Messages['backups'] = {
  title: 'Kopie zapasowe',
  lead: 'Kopie świata ze wszystkim, co w nim zbudowano. Serwer działa dalej, gdy kopia powstaje.',
  none: {
    title: 'Nie ma jeszcze kopii',
    text: 'Zrób kopię przed większą zmianą: cokolwiek się stanie, będzie można do niej wrócić.',
    partner: 'Nikt jeszcze nie zrobił kopii tego serwera.',
  },
  create: 'Utwórz kopię',
  created: 'Kopia jest tworzona',
  usage: (made, limit, used, space) => `Kopie: ${made} z ${limit}. Zajęte miejsce: ${used} z ${space}.`,
  keptDays: (count: number) =>
    `Każda jest usuwana ${plural(count, { one: '{n} dzień', few: '{n} dni', many: '{n} dni', other: '{n} dnia' })} po utworzeniu.`,
  why: {
    running: 'Kopia właśnie powstaje. Następną można zrobić po niej.',
    restoring: 'Nie można utworzyć kopii, gdy świat jest zastępowany.',
    full: 'Wszystkie kopie z planu są wykorzystane. Usuń jedną, aby zrobić nową.',
    space: 'Kopie zajęły całe miejsce w planie. Usuń jedną, aby zrobić nową.',
    pause: (moment) => `Następną kopię można utworzyć od: ${moment}.`,
    pauseRule: (pause) => `Kolejną po niej będzie można zrobić po ${pause}.`,
    hours: (count) =>
      plural(count, { one: '{n} godzinie', few: '{n} godzinach', many: '{n} godzinach', other: '{n} godziny' }),
    minutes: (count) =>
      plural(count, { one: '{n} minucie', few: '{n} minutach', many: '{n} minutach', other: '{n} minuty' }),
  },
  by: (name) => `Utworzył gracz ${name}`,
  byDeleted: 'Utworzona z konta, którego już nie ma',
  bySchedule: 'Utworzona przez harmonogram; sama ustąpi miejsca następnej',
  byKernel: 'Powstała przed zmianą silnika, aby można było do niego wrócić; nie wlicza się do limitu i zniknie sama',
  byReset: 'Powstała przed nowym światem; nie wlicza się do limitu i zniknie przy następnym nowym świecie',
  states: {
    RUNNING: 'Kopiowanie i pakowanie świata',
    VERIFYING: 'Sprawdzanie: rozpakowywanie i porównywanie każdego pliku',
    READY: 'Sprawdzona i gotowa',
    FAILED: 'Nie udała się',
  },
  files: (count) => plural(count, { one: '{n} plik', few: '{n} pliki', many: '{n} plików', other: '{n} pliku' }),
  problems: {
    SPACE: 'Kopia nie zmieściła się w miejscu, które zostało w planie. Usuń starszą i spróbuj ponownie.',
    DISK: 'Na naszym dysku brakuje teraz miejsca. Już o tym wiemy; spróbuj ponownie później.',
    STORE_AWAY: 'Magazyn kopii zapasowych jest teraz nieosiągalny. Świat jest taki, jaki był; spróbuj później.',
    STORE_REFUSED: 'Magazyn nie przyjmuje teraz kopii zapasowych; musi to naprawić operator strony. Już o tym wiemy.',
    FAULT: 'Nie udało się utworzyć kopii z naszej winy. Świat się nie zmienił; spróbuj ponownie.',
  },
  restore: {
    button: 'Przywróć',
    title: (moment) => `Wrócić do kopii z: ${moment}?`,
    text: (moment) =>
      `Wszystko, co zbudowano lub zmieniono w świecie po tej chwili (${moment}), przepadnie, a gracze będą mieć to, co mieli wtedy. Serwer na chwilę się zatrzyma i wszyscy gracze zostaną rozłączeni. Ustawienia i współwłaściciele pozostaną bez zmian.`,
    action: 'Przywróć tę kopię',
    cancel: 'Zostaw świat bez zmian',
    begun: 'Przywracanie się rozpoczęło',
  },
  restores: {
    CHECKING: 'Kopia jest rozpakowywana i sprawdzana. Nadal można grać.',
    STOPPING: 'Serwer zatrzymuje się, aby zmienić świat.',
    STARTING: 'Serwer uruchamia się z przywróconym światem.',
    UNDOING: 'Serwer nie uruchomił się z tym światem: wraca poprzedni świat.',
    DONE: 'Świat został przywrócony.',
    FAILED: 'Nie udało się przywrócić kopii. Świat jest taki jak przedtem.',
  },
  restoring: (moment) => `Przywracanie kopii z: ${moment}`,
  restored: (moment) => `Kopia z: ${moment}`,
  restoredGone: 'Kopia, która została już usunięta',
  newRealm: {
    button: 'Jako nowy serwer',
    title: 'Nowy serwer z tej kopii',
    text: 'Zacznie od tego świata, z ustawieniami i silnikiem z tamtego czasu. Ten serwer pozostanie bez zmian; współwłaściciele nie są przenoszeni.',
    action: 'Utwórz serwer',
    cancel: 'Anuluj',
    begun: 'Nowy serwer jest tworzony',
    of: (name) => `Nowy serwer: ${name}`,
    states: {
      CHECKING: 'Kopia jest rozpakowywana i sprawdzana.',
      STOPPING: 'Świat trafia na swoje miejsce.',
      STARTING: 'Świat jest na swoim miejscu.',
      UNDOING: 'Nie udało się utworzyć serwera.',
      DONE: 'Świat z kopii jest na miejscu, a serwer uruchomi się sam.',
      FAILED: 'Nie udało się rozpakować kopii z naszej winy. Serwer nie powstał, a jego nazwa i adres są znów wolne.',
    },
    go: (name) => `Przejdź do serwera ${name}`,
  },
  download: 'Pobierz',
  remove: {
    button: 'Usuń',
    title: (moment) => `Usunąć kopię z: ${moment}?`,
    text: 'Nie będzie można do niej wrócić. Czas do następnej kopii się nie skróci.',
    action: 'Usuń kopię',
    cancel: 'Zostaw',
    done: 'Kopia została usunięta',
  },
  ownerOnly: 'Przywracać, pobierać i usuwać kopie może tylko właściciel.',
};
