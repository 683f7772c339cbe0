import type { Messages } from '../messages.ts';

export const welcome = {
  steps: {
    title: 'Trzy kroki do bramy',
    list: [
      { title: 'Wybierz świat', text: 'Łąka, wyspy albo kanion: oficjalne mapy, na których od razu można budować.' },
      { title: 'Nadaj nazwę', text: 'Adres jest Twój od chwili, gdy go wybierzesz – tak długo, jak stoi serwer.' },
      { title: 'Otwórz bramę', text: 'Włącz serwer, wyślij adres i patrz, jak przybywają znajomi.' },
    ],
  },
  points: {
    title: 'Dlaczego warto budować tutaj',
    live: {
      title: 'Wszystko na żywo',
      text: 'Kto gra, w którym świecie, ile ticków na sekundę robi serwer i ile zużywa pamięci – bez odświeżania strony.',
    },
    kept: {
      title: 'Twoje budowle zostają',
      text: 'Bloki zapisują się w ciągu kilku sekund. Nasza awaria nie zabierze Ci całego wieczoru.',
    },
    power: {
      title: 'Działa, kiedy chcesz',
      text: 'Jeden przycisk włącza, drugi wyłącza. Gdy serwer padnie, uruchomi się znowu i o tym powie.',
    },
    address: {
      title: 'Nazwa zamiast cyfr',
      text: 'Każdy serwer ma własny adres. Znajomi łatwo go zapamiętają i nie zmieni się nawet wtedy, gdy przeniesiemy serwer.',
    },
    sleep: {
      title: 'Śpi, ale nie znika',
      text: 'Kiedy nikogo nie ma, serwer zasypia. Pierwsza osoba, która dołączy, obudzi go w kilka sekund.',
    },
    backups: {
      title: 'Sprawdzone kopie',
      text: 'Każdą kopię rozpakowujemy obok Twojego świata i porównujemy z nim. Dopiero wtedy mówimy, że jest gotowa.',
    },
    tools: {
      title: 'Wszystko w przeglądarce',
      text: 'Konsola, pliki, baza danych: bez dodatkowych programów i bez przekazywania haseł.',
    },
    schedules: {
      title: 'Według Twojego planu dnia',
      text: 'Start o szesnastej, kopia o północy, powitanie w sobotę – ustaw godzinę, a reszta zrobi się sama.',
    },
    partners: {
      title: 'Razem raźniej',
      text: 'Współwłaściciele opiekują się serwerem razem z Tobą, każdy na własnym koncie. Od planu Ghast.',
    },
    languages: {
      title: 'W Twoim języku',
      text: 'Strony i komunikaty w grze są po polsku, angielsku i rosyjsku.',
    },
  },
  honest: {
    title: 'A czego jeszcze nie ma',
    text: 'Nasz własny serwer, Java Edition 1.16.5, służy do budowania i do wieczoru przetrwania ze znajomymi: kop, uprawiaj, walcz, warz mikstury, zaklinaj. Żyją tu zwierzęta i potwory, redstone działa, a portale prowadzą do Netheru i Kresu. To, czy serwer może mieć całą grę (Vanilla, Paper, Purpur lub Fabric w wybranej wersji), zależy od planu: zobacz tabelę poniżej.',
  },
  plans: {
    title: 'Plany',
    lead: 'Zacznij za darmo i zostań, jak długo chcesz. Za subskrypcję płaci się monetami co miesiąc, a kończy się ona wtedy, gdy zdecydujesz.',
    table: 'Plany i ich możliwości',
    plan: 'Plan',
    brings: 'Co zawiera',
    price: 'Cena',
    more: 'Porównaj plany w sklepie',
  },
  reviews: {
    title: 'Opinie',
    lead: 'Te sześć opinii to przykłady: napisaliśmy je sami, żeby pokazać, jakie będą tu opinie. Żaden klient tego nie powiedział.',
    example: 'Przykład',
    list: [
      {
        name: 'Kuba',
        who: 'buduje z dwoma kolegami z klasy',
        text: 'Wrzuciłem adres na wspólny czat i po dziesięciu minutach kłóciliśmy się już o dach. Niczego więcej mi nie trzeba.',
      },
      {
        name: 'Ela',
        who: 'prowadzi serwer dla swojego klubu',
        text: 'Ktoś wykopał dziurę przez środek naszego ratusza. Przywróciłam wczorajszą kopię i przed kolacją znowu budowaliśmy.',
      },
      {
        name: 'Pan Nowak',
        who: 'nauczyciel',
        text: 'Po lekcji serwer zasypia, a budzi się z pierwszym uczniem. Po tygodniu przestałem o nim myśleć.',
      },
      {
        name: 'Natalia',
        who: 'współwłaścicielka dwóch serwerów',
        text: 'Kiedy brat jest w pracy, ja pilnuję serwera. Każde z nas ma swoje konto, więc nikt nikomu nie podaje hasła.',
      },
      {
        name: 'Olek',
        who: 'gra głównie w weekendy',
        text: 'Darmowy plan jest mały i uczciwie to piszą. Nam we dwójkę wystarcza – nie zapłaciliśmy jeszcze ani grosza.',
      },
      {
        name: 'Julka',
        who: 'lubi liczby',
        text: 'Widzę, kto gra, jak szybko działa serwer i ile pamięci zostało. Znajomi mówią, że częściej patrzę na wykresy niż na grę.',
      },
    ],
  },
  help: {
    title: 'Pomoc',
    join: {
      title: 'Jak dołączyć do serwera',
      list: [
        'Uruchom grę – Java Edition w wersji podanej na stronie serwera.',
        'Otwórz tryb wieloosobowy i naciśnij „Dodaj serwer”.',
        'Wpisz adres od znajomej osoby, naciśnij „Gotowe” i kliknij serwer dwa razy.',
      ],
    },
    questions: {
      title: 'Częste pytania',
      list: [
        {
          question: 'Czy muszę coś instalować?',
          answer: 'Nie. Serwer działa u nas, a Ty zarządzasz nim w przeglądarce. Gracze potrzebują tylko samej gry.',
        },
        {
          question: 'Co się dzieje, gdy nikt nie gra?',
          answer:
            'Po pewnym czasie serwer zasypia. Świat jest zapisany, a adres nadal Twój. Gdy ktoś dołączy, serwer obudzi się w kilka sekund.',
        },
        {
          question: 'Ile to kosztuje?',
          answer:
            'Plan Kurczak jest darmowy i bezterminowy. Za większe plany płaci się co miesiąc monetami; kupione monety nie tracą ważności.',
        },
        {
          question: 'Czy mogę stracić swój świat?',
          answer:
            'To, co budujesz, zapisuje się w ciągu kilku sekund, a do tego możesz robić kopie. Od czasu do czasu pobierz kopię na swój komputer – tak jest najbezpieczniej.',
        },
        {
          question: 'Czy ktoś może wejść pod moim nickiem?',
          answer:
            'Nie z Twoimi uprawnieniami. Kto użyje nicku cudzego konta, pozostaje gościem, dopóki nie wpisze kodu, a kod widzą na stronie serwera tylko właściciel i współwłaściciele.',
        },
        {
          question: 'Czy macie coś wspólnego z twórcami gry?',
          answer:
            'Nie. Realmkeep nie jest oficjalnym produktem Minecraft, a Mojang i Microsoft nie mają z nim związku.',
        },
      ],
    },
    more: 'Nie ma tu odpowiedzi?',
    wiki: 'Otwórz wiki',
    support: 'Napisz do pomocy',
    community: 'Zapytaj społeczność',
  },
} satisfies Messages['welcome'];
