import type { Messages } from '../messages.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('pl');

export const modpacks: Messages['modpacks'] = {
  title: 'Serwer z paczki modów',
  steps: { label: 'Kroki', pack: 'Paczka modów', settings: 'Nazwa i adres', result: 'Serwer' },
  choose: {
    title: 'Wybierz paczkę modów',
    lead: 'Paczka zawiera mody, które do siebie pasują, razem z ustawieniami. Widzisz najpopularniejsze z tych, które tu działają; pozostałych szukaj po nazwie.',
    action: 'Wybierz',
    of: (title) => `Wybierz: ${title}`,
    notHere: (loaders) => `Tu nie zadziała: wymaga ${loaders}`,
    needsOther: 'Tu nie zadziała: nie jest przeznaczona dla Fabrica',
  },
  noFabric: {
    title: 'Twój plan nie obejmuje serwerów Fabric',
    text: 'Paczki modów działają na Fabricu, którego nie ma w Twoim planie. Zapytaj operatora strony albo wybierz większy plan.',
  },
  settings: {
    version: 'Wersja paczki',
    beta: (number) => `${number} (wersja testowa)`,
    runs: (game) => `Działa na Fabricu, Minecraft ${game}.`,
    unfit: (count) =>
      plural(count, {
        one: '{n} inna wersja tu nie zadziała.',
        few: '{n} inne wersje tu nie zadziałają.',
        many: '{n} innych wersji tu nie zadziała.',
        other: '{n} innej wersji tu nie zadziała.',
      }),
    none: {
      title: 'Ta paczka tu nie zadziała',
      loader: (loaders) => `Wymaga ${loaders}. Tutejsze serwery uruchamiają tylko paczki dla Fabrica.`,
      loaderUnknown: 'Tutejsze serwery uruchamiają tylko paczki dla Fabrica.',
      game: 'Jest przeznaczona dla wersji Minecrafta, której tutejsze serwery nie uruchamiają.',
      java: (game) => `Minecraft ${game} wymaga nowszej Javy, niż ma ta maszyna. Może ją zainstalować operator strony.`,
    },
    friends: 'Każdy, kto dołącza, potrzebuje tej samej wersji tej paczki w swojej grze.',
    another: 'Wybierz inną paczkę',
    submit: 'Utwórz serwer',
    creating: 'Tworzenie serwera…',
  },
  progress: {
    running: (title) => `Instalowanie paczki ${title}`,
    runningText: 'Potem serwer uruchomi się sam. Możesz zamknąć tę stronę.',
    done: (title) => `Paczka ${title} jest zainstalowana`,
    doneText: 'Serwer się uruchamia. Przy wielu modach pierwszy start może potrwać kilka minut.',
    failed: (title) => `Nie utworzono serwera z paczki ${title}`,
    label: 'Instalacja',
    leftOut: (names) =>
      `Pominięto, bo serwerowi się to nie przyda albo nie da się tego objąć limitami planu: ${names}.`,
    toServer: 'Do serwera',
    again: 'Spróbuj ponownie',
    follow: 'Zobacz postęp',
  },
  states: {
    FETCHING: 'Pobieranie paczki',
    READING: 'Sprawdzanie jej zawartości',
    INSTALLING: 'Instalowanie modów',
    UNPACKING: 'Przenoszenie jej ustawień',
    FINISHING: 'Sprzątanie',
  },
  problems: {
    UNREACHABLE: () => 'Modrinth albo inne miejsce z plikami paczki nie odpowiada. Spróbuj ponownie za kilka minut.',
    DAMAGED: (subject) =>
      `${subject ?? 'Jeden z plików'} to nie ten plik, który zapowiada paczka, więc nic nie zainstalowano. Wybierz inną wersję albo napisz do autorów paczki.`,
    INVALID: () => 'Nie jest zbudowana tak, jak powinny być paczki dla serwerów. Wybierz inną wersję albo inną paczkę.',
    UNSAFE: (subject) =>
      `Zapisałaby pliki tam, gdzie paczkom nie wolno (${subject ?? 'w jej archiwum'}). Wybierz inną paczkę.`,
    HOST: (subject) =>
      `Część jej plików leży na ${subject ?? 'nieznanym serwerze'}, skąd ta strona nie pobiera. Wybierz inną wersję albo poproś operatora strony o zgodę.`,
    LOADER: (subject) =>
      `Wymaga ${subject ?? 'innego loadera'}, a tutejsze serwery działają na Fabricu. Wybierz inną wersję albo inną paczkę.`,
    GAME: (subject) => `Wymaga Minecrafta ${subject ?? ''}, który tu nie działa. Wybierz inną wersję paczki.`,
    KERNEL: () => 'Nie udało się pobrać serwera Fabric. Spróbuj ponownie za kilka minut.',
    QUOTA: () => 'Jest większa, niż pozwala Twój plan. Wybierz mniejszą paczkę albo większy plan.',
    DISK: () => 'Na maszynie brakuje miejsca, operator strony już o tym wie. Spróbuj później.',
    FAULT: () => 'Coś poszło nie tak po naszej stronie. Spróbuj później.',
  },
};
