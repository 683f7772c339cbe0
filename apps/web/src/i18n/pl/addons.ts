import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const addons: Messages['addons'] = {
  title: 'Pluginy, mody i paczki danych',
  lead: 'Znajdź na Modrinth to, co pasuje do Twojego serwera, i zainstaluj razem ze wszystkim, czego potrzebuje.',
  none: {
    title: 'Ten silnik nie obsługuje pluginów ani modów',
    text: 'Na Paperze i Purpurze działają pluginy, na Fabricu mody, a na nich i na Vanilli paczki danych. Przy zmianie silnika świat przechodzi razem z Tobą.',
    link: 'Wybierz silnik',
  },
  kind: 'Pokaż',
  kinds: { PLUGIN: 'Pluginy', MOD: 'Mody', DATA_PACK: 'Paczki danych' },
  worldEdit: {
    title: 'WorldEdit',
    text: (blocks, tier) =>
      `Buduj poleceniami takimi jak //set i //replace. W planie ${tier} jedno polecenie zmienia do ${blocks} bloków.`,
    from: (tier) =>
      `Budowanie poleceniami jest dostępne od planu ${tier}. W obecnym planie WorldEdit niczego nie zmieni.`,
    held: 'Limity są zapisywane w plugins/WorldEdit/config.yml przy każdym uruchomieniu. Jeśli je tam zmienisz, zmiana potrwa tylko do następnego uruchomienia; pozostałe ustawienia zostają.',
    installed: 'Jest zainstalowany.',
    notHere:
      'Na Fabricu nie oferujemy WorldEdita: operatorzy mogą tam przekraczać jego limity, więc limity planu by nie działały. Jeśli chcesz budować poleceniami, przenieś serwer na Paper albo Purpur.',
    stays: 'WorldEdit, który już jest na serwerze, zostaje. Nie aktualizujemy go stąd i nie obejmują go żadne limity.',
  },
  installed: 'Zainstalowane',
  empty: {
    PLUGIN: 'Nie ma jeszcze pluginów. Znajdź je poniżej albo prześlij pliki .jar do folderu „plugins”.',
    MOD: 'Nie ma jeszcze modów. Znajdź je poniżej albo prześlij pliki .jar do folderu „mods”.',
    DATA_PACK: 'Nie ma jeszcze paczek danych. Znajdź je poniżej albo prześlij pliki .zip do folderu „world/datapacks”.',
  },
  more: (count) =>
    plural(count, {
      one: 'Jeszcze {n} plik jest w menedżerze plików.',
      few: 'Jeszcze {n} pliki są w menedżerze plików.',
      other: 'Jeszcze {n} plików jest w menedżerze plików.',
    }),
  unknown: 'Nie ma na Modrinth',
  off: 'Wyłączone',
  newer: (version) => `Aktualizacja: ${version}`,
  update: 'Zaktualizuj',
  enable: 'Włącz',
  disable: 'Wyłącz',
  remove: 'Usuń',
  of: (action, name) => `${action}: ${name}`,
  removal: {
    title: (name) => `Usunąć ${name}?`,
    text: 'Plik zostanie usunięty. Jego ustawienia i dane zostaną w swoim folderze.',
    cancel: 'Zostaw',
  },
  unrecognised: {
    title: 'Modrinth jest niedostępny',
    text: 'Widać tylko nazwy plików, a o aktualizacjach nic nie wiadomo. Spróbuj później.',
  },
  restart: {
    title: 'Uruchom serwer ponownie, aby zastosować zmiany',
    text: 'Działający serwer nadal używa tego, co było przy jego starcie.',
  },
  stopFirst: {
    title: 'Najpierw zatrzymaj serwer',
    text: 'Paczki danych są częścią świata, a świata działającego serwera nie można zmieniać.',
  },
  search: {
    title: 'Znajdź na Modrinth',
    fits: (server) => `Widać tylko to, co pasuje do ${server}.`,
    label: 'Szukaj',
    hint: 'Po nazwie albo przeznaczeniu',
    none: 'Nie znaleziono niczego, co pasuje. Spróbuj innych słów.',
    by: (author) => `autor: ${author}`,
    downloads: (count) => plural(count, { one: '{n} pobranie', few: '{n} pobrania', other: '{n} pobrań' }),
    install: 'Zainstaluj',
    installed: 'Zainstalowano',
    open: 'Na Modrinth',
  },
  order: {
    RUNNING: (title) => `Trwa instalacja: ${title}`,
    DONE: (title) => `Zainstalowano: ${title}`,
    FAILED: (title) => `Nie zainstalowano: ${title}`,
    progress: 'Instalacja',
  },
  problems: {
    UNREACHABLE: () => 'Modrinth nie odpowiedział tak, jak powinien. Spróbuj później.',
    NO_VERSION: (subject) =>
      subject === null ? 'Nie ma wersji dla Twojego serwera.' : `„${subject}” nie ma wersji dla Twojego serwera.`,
    DAMAGED: () => 'Pobrany plik nie był tym, który zapowiedział Modrinth, więc został odrzucony.',
    CONFLICT: (subject) => `Nie działa razem z „${subject ?? 'innym pluginem'}”. Najpierw wyłącz go albo usuń.`,
    TAKEN: (subject) => `Jest już inny plik o nazwie ${subject ?? ''}. Najpierw go usuń albo zmień mu nazwę.`,
    QUOTA: () => 'W Twoim planie nie ma już miejsca. Usuń niepotrzebne pliki.',
    DISK: () => 'Na maszynie brakuje miejsca. Operator strony już o tym wie.',
    RUNNING: () => 'W międzyczasie serwer został uruchomiony. Zatrzymaj go i spróbuj jeszcze raz.',
    KERNEL: () => 'W międzyczasie zmieniono silnik, a nowy tego nie obsługuje.',
    UNBOUNDED: (subject) =>
      `Wymaga to projektu ${subject ?? 'WorldEdit'}, którego limitów nie da się utrzymać na Fabricu. Jeśli chcesz budować poleceniami, przenieś serwer na Paper albo Purpur.`,
    FAULT: () => 'Coś poszło nie tak po naszej stronie. Spróbuj później.',
  },
};
