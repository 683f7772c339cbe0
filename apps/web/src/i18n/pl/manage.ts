import { pluralOf } from '../plural.ts';
import type { Messages } from '../messages.ts';

const plural = pluralOf('pl');

export const manage = {
  settings: {
    enabled: 'Włączone',
    disabled: 'Wyłączone',
    groups: { slots: 'Gracze', game: 'Gra', world: 'Świat', pack: 'Paczka zasobów' },
    fields: {
      slots: 'Miejsca',
      gameMode: 'Tryb gry',
      difficultyLevel: 'Poziom trudności',
      dealDamage: 'Gracze mogą ranić się nawzajem',
      flySurvival: 'Latanie w trybach przetrwania i przygody',
      spawnProtectionRadius: 'Ochrona miejsca odrodzenia, w blokach',
      animalSpawn: 'Zwierzęta',
      monsterSpawn: 'Potwory',
      villagersRespawn: 'Osadnicy',
      commandBlocks: 'Bloki poleceń',
      viewAchievementsOnChat: 'Osiągnięcia na czacie',
      accessWithoutLicense: 'Gracze bez licencji',
      resourcePackUrl: 'Adres paczki',
    },
    hints: {
      gameMode: 'Dla wszystkich, którzy są na serwerze, i tych, którzy dołączą.',
      difficultyLevel:
        'Na wyższym poziomie nic tu nie rani mocniej. Na poziomie hardkorowym po śmierci można już tylko obserwować.',
      spawnProtectionRadius:
        'W tej odległości od miejsca odrodzenia budują tylko właściciel i współwłaściciele, którzy potwierdzili w grze, że to oni. 0 – budują wszyscy.',
      flySurvival: 'Gdy latanie jest wyłączone, serwer rozłącza tych, którzy latają ze zmienioną grą.',
    },
    difficulties: {
      PEACEFUL: 'Pokojowy',
      EASY: 'Łatwy',
      NORMAL: 'Normalny',
      HARD: 'Trudny',
      HARDCORE: 'Hardkorowy',
    },
    marks: {
      live: null,
      restart: 'Zadziała po następnym uruchomieniu',
      shown: 'Prawie nic nie zmienia poza napisem w grze',
      none: 'Nie działa: na tym serwerze tego nie ma',
    },
    licence: 'Mogą dołączać: nikt nie sprawdza licencji.',
    radiusProblem: (max) => `Liczba całkowita od 0 do ${max}`,
    slotsMost: (most) => `Twój plan pozwala na najwyżej ${most}.`,
    slotsAny: 'Twój plan nie ma limitu. Zostaw pole puste, aby nie ograniczać liczby graczy.',
    slotsStopsTitle: 'Zapisanie zatrzyma serwer',
    slotsStopsText: 'Wszyscy gracze zostaną rozłączeni. Potem włącz go ponownie.',
    stoppedTitle: 'Serwer został zatrzymany',
    stoppedText: 'Włącz go, aby grać z nową liczbą miejsc.',
    nextStartTitle: 'Zadziała po następnym uruchomieniu',
    nextStartText: (fields) => `Działający serwer pracuje po staremu. Uruchom go ponownie, aby zastosować: ${fields}.`,
    packHint:
      'Plik zip z pack.mcmeta w środku, najwyżej 100 MiB, dostępny w publicznym internecie. Gra zapyta graczy, czy chcą go użyć.',
    packChecking: 'Pobieramy i sprawdzamy paczkę…',
    packRemove: 'Usuń paczkę',
    packTier: (tier) => `Paczki zasobów są dostępne w planie ${tier}.`,
    packKept: 'Ustawiona wcześniej paczka jest zachowana, ale gracze jej nie dostają.',
    description: {
      title: 'Opis',
      text: 'Widać go na liście Twoich serwerów, a u graczy pod nazwą na liście serwerów w grze.',
      label: 'O czym jest ten serwer?',
      hint: (max) => `Jeden wiersz, najwyżej ${max} znaków. Gra pokazuje mniej więcej pierwsze 45.`,
      tooLong: (max) => `Opis jest za długi (najwyżej ${max} znaków)`,
      characters: 'Kody formatowania i niewidoczne znaki są niedozwolone',
    },
    protection: {
      title: 'Ochrona',
      text: 'Chronionego serwera nie da się usunąć przez pomyłkę.',
      label: 'Chroń ten serwer przed usunięciem',
      note: 'Zanim usuniesz serwer, wyłącz ochronę. Gdy Twój plan się zmniejszy, chronione serwery zostają jako pierwsze, ale te ponad limit i tak zostaną usunięte po dwóch tygodniach.',
    },
    spawn: {
      title: 'Miejsce odrodzenia',
      text: 'Tu gracze pojawiają się, gdy dołączają pierwszy raz, i po śmierci. Granica świata zostaje tam, gdzie jest.',
      axes: { spawnX: 'X', spawnY: 'Y (wysokość)', spawnZ: 'Z' },
      problem: (lowest, highest) => `Liczba całkowita; wysokość od ${lowest} do ${highest}`,
      off: 'To miejsce przechowuje sam świat, więc można je zmienić tylko na działającym serwerze. W grze stań w wybranym miejscu i wpisz /setworldspawn.',
      hint: 'W grze: stań w wybranym miejscu i wpisz /setworldspawn.',
      unknown: 'Będzie znane po pierwszym uruchomieniu.',
    },
    wakers: {
      title: 'Budzenie',
      text: 'Gdy na serwerze nikogo nie ma, po pewnym czasie zasypia. Gdy ktoś dołącza, serwer budzi się w kilka sekund.',
      label: 'Kto może go obudzić, dołączając',
      options: { EVERYONE: 'Wszyscy', MANAGERS: 'Właściciel i współwłaściciele' },
      notes: {
        EVERYONE: 'Każdy gracz, który dołącza pod tym adresem. Samo wyświetlenie serwera na liście go nie budzi.',
        MANAGERS:
          'Ty i współwłaściciele: pod nickiem konta i z tej sieci, z której zalogowano się na stronie. Pozostali dowiadują się, że serwer śpi. Przycisk „Obudź” na jego stronie działa zawsze.',
      },
    },
    ownersOnly: 'Nazwę, adres i opis zmienia tylko właściciel.',
  },

  access: {
    title: 'Dostęp',
    may: {
      title: 'Co mogą współwłaściciele',
      items: [
        'Widzieć na stronach serwera wszystko, co go dotyczy',
        'Włączać go i wyłączać',
        'Zmieniać jego ustawienia',
        'Korzystać z jego konsoli, plików i harmonogramów',
        'Tworzyć kopie zapasowe',
        'Używać poleceń w grze i budować przy chronionym miejscu odrodzenia, po potwierdzeniu tożsamości kodem',
      ],
    },
    mayNot: {
      title: 'Co może tylko właściciel',
      items: [
        'Zmieniać nazwę, adres, opis i ochronę',
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
      title: 'Potrzebna jest wyższa subskrypcja',
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
      action: 'Do subskrypcji',
    },
  },
} satisfies Messages['manage'];
