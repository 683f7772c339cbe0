import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const logs = {
  title: 'Logi',
  lead: 'Co serwer zapisał wcześniej i co zostało po awariach.',
  none: { title: 'Nie ma jeszcze logów', text: 'Powstaną, gdy serwer uruchomi się po raz pierwszy.' },
  file: 'Plik',
  kind: 'Rodzaj',
  size: 'Rozmiar',
  changed: 'Zmieniono',
  kinds: { CONSOLE: 'Konsola', LOG: 'Log', CRASH: 'Raport o awarii' },
  older: (count) =>
    plural(count, {
      one: '{n} starszy plik jest w menedżerze plików, w folderze „logs”.',
      few: '{n} starsze pliki są w menedżerze plików, w folderze „logs”.',
      many: '{n} starszych plików jest w menedżerze plików, w folderze „logs”.',
      other: '{n} starszego pliku jest w menedżerze plików, w folderze „logs”.',
    }),
  back: 'Wszystkie logi',
  cut: 'Widać tylko ostatnie 512 kB. Cały plik można pobrać w menedżerze plików.',
  empty: 'Ten plik jest pusty.',
  problem: {
    about: (subject) => `Chodzi o „${subject}”.`,
    read: 'Otwórz log konsoli',
    causes: {
      PORT: {
        title: 'Port jest zajęty',
        text: () =>
          'Tam, gdzie serwer chce przyjmować połączenia, działa już coś innego. Jeśli własny port otwiera plugin, wybierz inny w jego ustawieniach; w przeciwnym razie uruchom serwer ponownie.',
      },
      MEMORY: {
        title: 'Zabrakło pamięci',
        text: () => 'Usuń niepotrzebne pluginy lub mody albo przejdź na plan z większą pamięcią.',
      },
      JAVA: {
        title: 'Potrzebna jest inna wersja Javy',
        text: (subject, needs) =>
          subject === null
            ? `Wymagana jest Java ${needs ?? '?'}. Wybierz inną wersję gry na stronie „Silnik” albo poproś operatora strony o zainstalowanie tej Javy.`
            : `Wymagana jest Java ${needs ?? '?'}. Zainstaluj wersję dla swojego serwera albo usuń ten plik.`,
      },
      EULA: {
        title: 'Licencja gry nie została zaakceptowana',
        text: () => 'Musi się na nią zgodzić właściciel: wybierz silnik jeszcze raz na stronie „Silnik”.',
      },
      DEPENDENCY: {
        title: 'Brakuje pluginu lub moda',
        text: (_subject, needs) =>
          `Bez tego nie działa: ${needs ?? '?'}. Zainstaluj brakujące w wersji dla swojego serwera albo usuń to, co tego wymaga.`,
      },
      WORLD_NEWER: {
        title: 'Świat jest nowszy niż serwer',
        text: () =>
          'Otworzyła go nowsza wersja gry i nie ma drogi z powrotem. Przejdź na tę wersję na stronie „Silnik” albo przywróć wcześniejszą kopię zapasową.',
      },
      JAR: {
        title: 'Plik programu jest uszkodzony',
        text: (subject) =>
          subject === null
            ? 'Nie da się odczytać pliku samego serwera. Uruchom go ponownie: plik zostanie pobrany od nowa. Jeśli to nie pomoże, zwróć się do operatora strony.'
            : 'Usuń ten plik z folderu „plugins” i prześlij go jeszcze raz.',
      },
      LEVEL: {
        title: 'Główny plik świata jest uszkodzony',
        text: () =>
          'Serwer nie może odczytać level.dat. Przywróć ostatnią kopię zapasową; to, co powstało później, przepadnie.',
      },
      DISK: {
        title: 'Na dysku nie ma miejsca',
        text: () => 'Usuń niepotrzebne pliki, na przykład stare logi, albo zwróć się do operatora strony.',
      },
      PLUGIN_VERSION: {
        title: 'Plugin lub mod jest dla innej wersji gry',
        text: (_subject, needs) =>
          `Powstał dla wersji: ${needs ?? '?'}. Zainstaluj odpowiedni dla swojego serwera albo go usuń.`,
      },
    },
  },
} satisfies Messages['logs'];
