import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const files: Messages['files'] = {
  title: 'Menedżer plików',
  lead: 'Pliki samego serwera, niezależnie od tego, czy działa: świat, pluginy, ustawienia i logi.',
  way: 'Ścieżka do tego folderu',
  root: 'Serwer',
  rootHint: 'Otwórz folder, aby coś dodać lub zmienić.',
  worldHint: 'Dopóki serwer działa, jego świat można przeglądać i pobierać, ale nie zmieniać.',
  upload: 'Prześlij pliki',
  newFolder: 'Nowy folder',
  newFile: 'Nowy plik',
  download: 'Pobierz',
  rename: 'Zmień nazwę',
  move: 'Przenieś',
  moveTitle: (count) =>
    plural(count, { one: 'Przenieś {n} element', few: 'Przenieś {n} elementy', other: 'Przenieś {n} elementów' }),
  remove: {
    button: 'Usuń',
    title: (count) =>
      plural(count, { one: 'Usunąć {n} element?', few: 'Usunąć {n} elementy?', other: 'Usunąć {n} elementów?' }),
    text: (names) => `${names}. Foldery zostaną usunięte razem z zawartością. Tego nie da się cofnąć.`,
    cancel: 'Zostaw',
  },
  archive: {
    button: 'Do archiwum',
    title: (count) =>
      plural(count, {
        one: 'Spakuj {n} element do archiwum',
        few: 'Spakuj {n} elementy do archiwum',
        other: 'Spakuj {n} elementów do archiwum',
      }),
    extract: 'Rozpakuj',
    extractTitle: (name) => `Rozpakuj ${name} do nowego folderu`,
    packing: (path) => `Powstaje ${path}`,
    unpacking: (path) => `Rozpakowywanie do ${path}`,
    states: {
      WAITING: 'Czeka na swoją kolej.',
      RUNNING: 'Zapisano:',
      DONE: 'Gotowe.',
      FAILED: 'Nie udało się.',
      CANCELLED: 'Anulowano.',
    },
    fault: 'Praca przerwała się z naszej winy. Spróbuj ponownie.',
    cancel: 'Anuluj',
    close: 'Zamknij',
  },
  selected: (count) => plural(count, { one: 'Zaznaczono {n}', few: 'Zaznaczono {n}', other: 'Zaznaczono {n}' }),
  empty: 'Ten folder jest pusty. Upuść tu pliki albo prześlij je przyciskiem.',
  cut: (count) =>
    plural(count, {
      one: 'Widać tylko {n} pozycję. Usuń ją lub przenieś, aby zobaczyć pozostałe.',
      few: 'Widać tylko {n} pozycje. Usuń lub przenieś część z nich, aby zobaczyć pozostałe.',
      other: 'Widać tylko {n} pozycji. Usuń lub przenieś część z nich, aby zobaczyć pozostałe.',
    }),
  noRoom: 'Brakuje miejsca na te pliki. Najpierw coś usuń.',
  alreadyThere: (names) =>
    `Już są w tym folderze: ${names}. Zmień nazwę tego, co tu leży, albo usuń, i prześlij ponownie.`,
  table: {
    label: 'Pliki i foldery',
    columns: { name: 'Nazwa', bytes: 'Rozmiar', changedAt: 'Zmieniono' },
    selectAll: 'Zaznacz wszystko na tej stronie',
    select: (name) => `Zaznacz ${name}`,
  },
  usage: {
    label: 'Zajęte miejsce',
    bytes: (used, limit) => `Zajęte ${used} z ${limit}.`,
    files: (used, limit) => `Pliki i foldery: ${used} z ${limit}.`,
  },
  sftp: {
    title: 'SFTP',
    text: 'Te same pliki w programie takim jak WinSCP lub FileZilla. Hasło jest takie jak do konta; zamiast niego możesz dodać klucz na stronie konta.',
    secondStep:
      'Po haśle program pokaże liczbę: naciśnij ją w prywatnej wiadomości, tak jak przy logowaniu na stronie, a potem Enter. Pozwól programowi na jedno połączenie naraz, bo każde trzeba potwierdzić osobno.',
    host: 'Host',
    port: 'Port',
    username: 'Nazwa użytkownika',
    folder: 'Folder',
    fingerprint: 'Odcisk klucza hosta',
    hint: 'Przy pierwszym połączeniu program zapyta, czy ufasz hostowi: porównaj odcisk klucza. Dostęp przez SFTP kończy się razem z dostępem na stronie.',
    copy: 'Kopiuj',
    copyOf: (label) => `Kopiuj: ${label}`,
  },
  naming: {
    name: 'Nazwa',
    folder: 'Do folderu',
    folderHint: 'Ścieżka od głównego folderu serwera, na przykład plugins/old. Folder musi już istnieć.',
    problems: {
      empty: 'Wpisz nazwę',
      long: 'Nazwa jest za długa',
      characters: 'Nazwa nie może zawierać ukośników ani znaków sterujących',
    },
    done: 'Gotowe',
    cancel: 'Anuluj',
  },
  editor: {
    back: 'Wróć do folderu',
    label: (name) => `Treść pliku ${name}`,
    save: 'Zapisz',
    saved: 'Zapisano',
    unsaved: 'Są niezapisane zmiany.',
    failed: 'Nie udało się wczytać edytora. Odśwież stronę.',
    conflict: {
      title: 'Plik zmienił się od chwili otwarcia',
      text: 'Niczego nie nadpisano. Skopiuj swój tekst, wczytaj plik od nowa i wprowadź zmianę jeszcze raz.',
      reload: 'Odrzuć moje i wczytaj od nowa',
    },
    leave: {
      title: 'Wyjść bez zapisywania?',
      text: 'Zmiany w tym pliku nie są zapisane i przepadną.',
      action: 'Wyjdź',
      cancel: 'Zostań',
    },
  },
};
