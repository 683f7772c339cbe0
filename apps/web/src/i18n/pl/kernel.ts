import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import type { Messages } from '../messages.ts';

export const kernel = {
  title: 'Silnik',
  lead: 'Program, na którym działa Twój serwer. Od niego zależy, jakiej wersji gry potrzebują gracze i co można w niej robić.',
  present: 'Działa teraz',
  version: (version: string) => `Java Edition ${version}`,
  about: {
    sandbox:
      'Do budowania i prostego przetrwania: kopanie, wytwarzanie, jedzenie, sen. Uruchamia się w sekundę i śpi, gdy nikogo nie ma.',
    paper: 'Cała gra z pluginami: przetrwanie, moby, redstone, Nether i Kres. Uruchamia się w około minutę.',
    purpur: 'Paper, w którym można ustawić znacznie więcej. Działają te same pluginy.',
    fabric: 'Cała gra z modami, z Netherem i Kresem. Niektórych modów potrzebują też gracze.',
    vanilla:
      'Cała gra dokładnie taka, jaką wydają jej twórcy, z Netherem i Kresem, bez pluginów. Uruchamia się w około minutę.',
    own: 'Twój plik jar oparty na serwerze gry. Wgrywasz go i aktualizujesz samodzielnie.',
  },
  off: {
    title: 'Serwery w Javie są tu wyłączone',
    text: 'Ta maszyna nie ma zabezpieczeń, których wymagają serwery w Javie. Silnik Piaskownica działa jak dotąd. Zgłoś to operatorowi strony.',
  },
  noInternet: 'Na tej maszynie nie ma wyjścia do internetu: pluginy ani sam serwer niczego nie pobiorą.',
  choose: 'Wybierz inny silnik',
  kind: 'Silnik',
  search: 'Znajdź wersję',
  versionLabel: 'Wersja gry',
  needsJava: (version: string, java: number) => `${version}: wymaga Javy ${java}, której tu nie ma`,
  javaHint: (list: string) => `Na tej maszynie jest Java ${list}. Dla innych wersji instaluje ją operator strony.`,
  noJava: 'Na tej maszynie nie ma jeszcze Javy: najpierw musi ją zainstalować operator strony.',
  noVersions: 'Żadna wersja nie pasuje. Świata nie da się cofnąć do starszej.',
  noneFound: 'Żadna wersja tak się nie zaczyna.',
  onlyUpwards: (version: string) =>
    `Tylko wersje od ${version} wzwyż, bo starsza nie odczyta świata otwartego w nowszej. Do cofnięcia zmiany służy powrót do poprzedniego silnika.`,
  eula: 'Akceptuję licencję gry',
  eulaLink: 'Przeczytaj licencję (EULA)',
  eulaAccepted: (moment: string) => `Licencja gry zaakceptowana: ${moment}.`,
  change: 'Zmień silnik',
  begun: 'Rozpoczęto zmianę silnika',
  confirm: {
    title: (name: string) => `Przejść na silnik „${name}”?`,
    text: 'Wszyscy gracze zostaną rozłączeni, świat trafi do sprawdzonej kopii, a serwer uruchomi się na nowym silniku. Jeśli to się nie uda, poprzedni silnik i świat wrócą same.',
    world:
      'Wszystko, co zbudowano, zostanie, tak jak i teren do 512 bloków od punktu odrodzenia. Dalej nowy silnik wygeneruje własny teren, więc na granicy może być widać krawędź.',
    dimensions:
      'To, co zbudowano w Netherze i Kresie, zostanie zachowane. W Piaskownicy portale tam prowadzą, jeśli obejmuje to Twój plan.',
    action: 'Zrób kopię i zmień',
    cancel: 'Zostaw, jak jest',
  },
  going: (from: string, to: string) => `${from} → ${to}`,
  states: {
    DOWNLOADING: 'Silnik jest pobierany i sprawdzany. Można jeszcze grać.',
    STOPPING: 'Serwer się zatrzymuje.',
    SAVING: 'Powstaje kopia świata i jest sprawdzana.',
    UNPACKING: 'Poprzedni świat jest rozpakowywany i porównywany.',
    SWITCHING: 'Świat i silnik są podmieniane.',
    STARTING: 'Serwer uruchamia się na innym silniku.',
    DONE: 'Silnik został zmieniony.',
    FAILED: 'Silnik nie został zmieniony. Serwer i świat są takie jak wcześniej.',
  },
  undoing: 'Nowy silnik się nie uruchomił: wracają poprzedni silnik i świat.',
  problems: {
    DOWNLOAD: 'Silnika nie udało się pobrać albo otrzymano coś innego, niż wydali twórcy. Spróbuj później.',
    JAR: 'Pliku jar nie ma już w folderze w tej postaci, w jakiej został wybrany. Wybierz go ponownie.',
    JAVA: 'Na tej maszynie nie ma Javy dla tej wersji. Wybierz inną albo zgłoś to operatorowi strony.',
    SNAPSHOT: 'Nie udało się zrobić kopii świata. Nic się nie zmieniło, spróbuj ponownie.',
    START: 'Nowy silnik nie uruchomił się z tym światem. To, co wypisał, jest w konsoli.',
    TIER: 'Twój plan nie obejmuje już tego silnika.',
  },
  own: {
    rules: [
      'Plik musi pochodzić od serwera samej gry: czytać server.properties i eula.txt, nasłuchiwać na podanym tam porcie i wypisać „Done (…)! For help”, gdy można wejść. Inaczej zmiana zostanie cofnięta.',
      'Biała lista, blokady i kody logowania działają jak wszędzie: są sprawdzane przed Twoim plikiem.',
      'Zestawy, pogoda, kolorowe nazwy, granica, poziom trudności i zasady gry to polecenia gry wpisywane do jego konsoli: działają, o ile plik je ma.',
      'Pluginy i mody wgrywaj samodzielnie do folderu plugins lub mods. Nikt nie szuka ich aktualizacji ani aktualizacji samego pliku.',
      'Wybrany plik jest kopiowany. Jeśli później się zmieni, serwer nadal działa na kopii, dopóki nie wybierzesz pliku ponownie.',
    ],
    upload: 'Prześlij plik jar',
    folder: (folder: string) => `Do 128 MB. Przez SFTP lub w menedżerze plików umieść go w folderze ${folder}.`,
    none: 'Nie ma jeszcze żadnego pliku jar.',
    jar: 'Plik jar',
    runs: 'Działa teraz',
    more: (count: number) => `Widać dziesięć pierwszych; liczba pozostałych plików w folderze: ${count}.`,
    problems: {
      TOO_LARGE: 'Większy niż 128 MB',
      NO_PROGRAM: 'To nie program: plik nie wskazuje klasy, od której Java ma zacząć',
    },
    hash: (sha256: string) => `SHA-256 ${sha256}`,
    versionHint: 'Na jakiej wersji gry oparty jest plik. Gracze potrzebują tej samej.',
    versionProblem: 'Wersja, na przykład 1.21.4',
    changed: {
      title: 'Plik nie jest już tym, który został wybrany',
      text: 'Zmieniono go albo usunięto. Serwer działa na kopii z chwili wyboru. Aby uruchomić nowy plik, wybierz go poniżej ponownie.',
    },
    notReady:
      'Plik nie przygotował serwera w ciągu pięciu minut: musi wypisać „Done (…)! For help”, nasłuchiwać na porcie z server.properties i działać dalej. To, co wypisał, jest w konsoli.',
  },
  update: {
    build: (kernel: KernelKind, build: string) =>
      kernel === 'own' ? build : kernel === 'fabric' ? `loader ${build}` : `build ${build}`,
    title: 'Aktualizacja',
    text: (name: string) => `Jest nowszy build: ${name}. To ta sama wersja gry, z poprawkami od twórców silnika.`,
    action: 'Zaktualizuj',
    confirmTitle: (name: string) => `Zaktualizować do: ${name}?`,
    confirm: 'Zrób kopię i zaktualizuj',
    unknown: 'Twórcy tego silnika są nieosiągalni, więc nie wiadomo, czy jest nowszy build.',
  },
  back: {
    title: 'Powrót',
    text: (name: string, moment: string) => `Powrót do: ${name}, ze światem z ${moment}.`,
    button: (name: string) => `Wróć do: ${name}`,
    confirmTitle: (name: string) => `Wrócić do: ${name}?`,
    confirmText: (moment: string) =>
      `Tego, co zbudowano po ${moment}, także w Netherze i Kresie, w świecie nie będzie. Najpierw powstanie kopia i będzie można stąd do niej wrócić.`,
    type: (address: string) => `Aby potwierdzić, wpisz adres serwera: ${address}`,
    action: 'Wróć',
    cancel: 'Zostań',
    begun: 'Rozpoczęto powrót',
  },
  locked: {
    title: 'Ten plan nie obejmuje całej gry',
    text: (tier: string) => `Twój plan nie obejmuje serwerów w Javie. Pierwszy, który je ma, to ${tier}.`,
    stoppedTitle: 'Wyłączony: plan nie obejmuje tego silnika',
    none: 'Żaden plan nie obejmuje tu serwerów w Javie.',
    stopped:
      'Twój plan nie obejmuje silnika tego serwera, dlatego serwer jest wyłączony. Jego świat i pliki są zachowane. Wybierz inny silnik albo inny plan lub wróć poniżej do poprzedniego silnika.',
  },
  create: {
    versions: (version: string) => `Wersje od ${version} wzwyż. Świata nie da się później cofnąć do starszej.`,
    title: 'Na czym ma działać serwer',
    memory: (size: string) => `${size} pamięci`,
    none: {
      title: 'W Twoim planie nie można teraz utworzyć serwera',
      text: 'To, co obejmuje Twój plan, nie działa teraz na tej maszynie. Zgłoś to operatorowi strony albo wybierz inny plan.',
    },
  },
  notYet: 'Najpierw uruchom serwer choć raz: wtedy powstanie świat, który można przenieść.',
  ownerOnly: 'Silnik zmienia tylko właściciel.',
} satisfies Messages['kernel'];
