import type { Messages } from '../messages.ts';

export const legal = {
  dated: (date: string) => `Wersja z dnia ${date}`,
  contents: 'Na tej stronie',
  support: 'Napisz do pomocy',
  community: 'Zapytaj społeczność',
  terms: {
    title: 'Regulamin',
    lead: 'Krótko, bo i usługa jest prosta. „My” to operator tej strony: osoba lub firma, która ją prowadzi.',
    sections: {
      service: {
        title: 'Co dostajesz',
        paragraphs: [
          'Konto, a z nim serwery do gry w budowanie z bloków, w granicach Twojego planu. Darmowy plan nic nie kosztuje.',
          'Usługa jest taka, jaka jest. Staramy się, żeby działała, a światy były bezpieczne, ale nie możemy tego obiecać. Nie trzymaj tu świata, którego utrata byłaby dla Ciebie nie do zniesienia.',
        ],
      },
      conduct: {
        title: 'O co prosimy',
        paragraphs: [
          'Nie podawaj nikomu hasła. To, co zrobiono z Twojego konta, liczy się jako zrobione przez Ciebie.',
          'Jeśli nie masz jeszcze osiemnastu lat, zapytaj rodzica lub opiekuna, zanim się zarejestrujesz, i niech to oni płacą.',
          'Nie używaj serwera do łamania prawa, nękania innych, atakowania cudzych komputerów ani obchodzenia limitów planu. Nie wybieraj nazw i adresów, które udają kogoś innego.',
          'To, co budujesz Ty i Twoi gracze, należy do Was. Pozwalasz nam to przechowywać i wysyłać tym, którzy dołączają, bo inaczej nic by nie działało.',
        ],
      },
      coins: {
        title: 'Monety i subskrypcje',
        paragraphs: [
          'Monety wydaje się na to, co oferuje ta strona, na przykład na subskrypcje. Kupione monety nie tracą ważności. Jeśli płatność zostanie zwrócona lub cofnięta, jej monety zostaną odebrane, a te już wydane staną się długiem, który najpierw spłacą kolejne monety. Za monety, które ktoś Ci podarował, nie masz długu: zabieramy to, co z nich zostało, kupiona za nie subskrypcja kończy się lub zostaje skrócona, a resztę jest winien ten, kto płacił.',
          'Monety otrzymane w prezencie mogą być czasowe: tracą ważność w dniu podanym na Twoim koncie i są wydawane przed innymi. Monety to nie pieniądze: nie można ich wypłacić, sprzedać ani przenieść na inne konto.',
          'Subskrypcja odnawia się co miesiąc, dopóki masz dość monet; możesz ją anulować w każdej chwili. Gdy się skończy, serwery ponad limit darmowego planu zostaną zatrzymane, przetrwają dwa tygodnie, a potem zostaną usunięte razem ze światami.',
        ],
      },
      referrals: {
        title: 'Zapraszanie innych',
        paragraphs: [
          'Za zapraszanie innych dostajesz monety. Przychodzą, gdy zaproszony gracz połączy konto czatu z potwierdzonym adresem e-mail i w wieku, którego wymaga strona poleceń. Od tej chwili dostajesz też udział w jego zakupach, nowych i wcześniejszych, do miesięcznego limitu, który tam podano. Za monety kupowane sobie przez drugie konto nic nie dostajesz.',
        ],
      },
      refunds: {
        title: 'Zwroty',
        paragraphs: [
          'Za kupione i niewydane monety zwracamy pieniądze na prośbę w ciągu 14 dni od płatności, tą samą drogą, którą zapłacono: napisz do operatora i podaj datę z historii monet. Za monety wydane, podarowane i zarobione pieniędzy nie zwracamy. Wszystko, co ponadto daje Ci prawo konsumenckie, pozostaje Twoje.',
          'Za miesiąc subskrypcji opłacony monetami nie ma zwrotu; przy przejściu na wyższy plan niewykorzystane dni są zaliczane na poczet ceny.',
        ],
      },
      end: {
        title: 'Kiedy to się kończy',
        paragraphs: [
          'Serwer możesz usunąć w każdej chwili; świat zniknie razem z nim i nie da się go przywrócić.',
          'Konto, z którego nikt nie korzystał (nikt nim nie grał ani nie połączył konta czatu, nie ma serwerów ani monet), jest po pewnym czasie od rejestracji usuwane, a nazwa staje się wolna dla innych. Do kiedy jest zachowana, mówi strona konta.',
          'Możemy zablokować serwer lub konto, które narusza ten regulamin, i napiszemy o tym na jego stronie.',
          'Jeśli regulamin się zmieni, nowy pojawi się tutaj z datą. Opłacony już miesiąc subskrypcji trwa do końca na warunkach, na jakich go kupiono.',
        ],
      },
      game: {
        title: 'Czyja to gra',
        paragraphs: [
          'To nie jest oficjalny produkt Minecraft. Nie został zatwierdzony przez firmy Mojang i Microsoft ani nie jest z nimi powiązany.',
          'Aby dołączyć do serwera, potrzebujesz samej gry, a Ciebie obowiązują licencja (EULA) i zasady jej wydawcy. Dotyczą też tego, co robisz na swoim serwerze, na przykład pobierania pieniędzy od graczy: przestrzeganie ich należy do Ciebie.',
          'Cudze oprogramowanie serwera, które wybierasz, ma własną licencję. Jeśli trzeba ją zaakceptować, akceptujesz ją osobiście, a my zapisujemy, kiedy to nastąpiło.',
        ],
      },
      contact: {
        title: 'Jak się z nami skontaktować',
        paragraphs: [
          'Pisz do operatora w każdej sprawie dotyczącej regulaminu: zwrotu pieniędzy, blokady, która wydaje Ci się niesłuszna, serwera, który łamie zasady.',
        ],
      },
    },
  },
  privacy: {
    title: 'Polityka prywatności',
    lead: 'Co o Tobie przechowujemy, po co i jak długo. „My” to operator tej strony.',
    sections: {
      kept: {
        title: 'Co przechowujemy',
        paragraphs: [
          'O koncie: nazwę użytkownika, skrót hasła (nigdy samo hasło), język, czas rejestracji i ostatniego logowania, osobę polecającą, jeśli ją podano, otwarte sesje – każdą z adresem sieciowym i przeglądarką – oraz dodane klucze SSH.',
          'O połączonym koncie czatu: jego numer, nazwę, adres e-mail oraz klucze, dzięki którym platforma czatu pozwala nam dodać Cię do społeczności; klucze są zaszyfrowane. Pamiętamy, że konto było już połączone, także po usunięciu konta u nas, aby bonus wypłacić tylko raz.',
          'O serwerach: nazwę, adres, ustawienia, świat wraz z plikami, kopiami, harmonogramami i bazą danych, dziennik konsoli, w którym pojawiają się nicki i czat graczy; przez 90 dni to, co Ty i współwłaściciele z nimi robiliście; a także czas akceptacji licencji cudzego oprogramowania serwera.',
          'O graczach na serwerze: jakie nicki dołączały i kiedy, przez 90 dni. Widzi to osoba zarządzająca serwerem, ale nie widzi Twojego adresu sieciowego. Jeśli zbanuje Cię po adresie, przechowujemy go do końca bana.',
          'O zakupach: kiedy, co, za ile i dla kogo kupiono, numer płatności u operatora płatności oraz każdy ruch Twoich monet. Numery kart do nas nie trafiają: podaje się je na stronie operatora płatności.',
          'O tym, czy płatność daje udział temu, kto zaprosił płacącego, decydują wspólne dla obu konta czatu i sesje, na przykład ta sama przeglądarka w tej samej sieci.',
          'Adresy sieciowe służą do ograniczania liczby prób i rejestracji oraz szukania usterek; mogą znaleźć się w dziennikach usługi. Te, z których się logowano, pamiętamy pół roku, aby zapytać Cię o logowanie z nowej sieci. Sieć, w której potwierdzasz w grze, że to Ty, pamiętamy przez 12 godzin.',
        ],
      },
      browser: {
        title: 'Co przechowuje Twoja przeglądarka',
        paragraphs: [
          'W pamięci lokalnej: tokeny sesji, wybrany motyw, ostatnie polecenia wysłane do konsoli oraz informacje o niedokończonych przesyłaniach plików. W pliku cookie o nazwie „locale”: wybrany język, przez 365 dni. Jeśli żadnego nie wybrano, do zamknięcia przeglądarki w plikach cookie o nazwach „account-language” i „place-language”: język konta oraz język dobrany dla Ciebie lub wskazany w linku. Dopóki karta jest otwarta: wybraną walutę, rozpoczętą płatność oraz to, co wpisano w formularzu, ale jeszcze nie wysłano.',
          'Nie ma tu reklam, analityki ani śledzenia, a strona nie wczytuje niczego z innych witryn.',
        ],
      },
      others: {
        title: 'Kto jeszcze to widzi',
        paragraphs: [
          'Gracze na serwerze widzą nawzajem swoje nicki, a osoba polecająca widzi Twój. Wiadomości o logowaniach wysyłamy przez połączoną platformę czatu. Aby dobrać język, operator może sprawdzać kraj adresu sieciowego w usłudze geolokalizacji. Operator płatności dowiaduje się, co i za ile kupujesz, i może poznać nick gracza, dla którego jest zakup. Poza tym niczego nikomu nie przekazujemy, chyba że zmusi nas do tego prawo.',
        ],
      },
      rights: {
        title: 'Twoje prawa',
        paragraphs: [
          'Przechowujemy to, czego usługa potrzebuje, aby zrobić, o co prosisz, to, co o płatnościach każe przechowywać prawo, oraz adresy sieciowe, bo mamy prawnie uzasadniony interes w tym, aby nie wpuszczać intruzów. Nikt Cię nie śledzi i żadna maszyna nie podejmuje sama decyzji w Twojej sprawie, poza tym, komu należy się udział w płatności; o to możesz zapytać operatora.',
          'Możesz dowiedzieć się, co o Tobie przechowujemy, poprawić to, usunąć lub otrzymać w postaci czytelnej dla maszyn, sprzeciwić się wykorzystaniu danych i złożyć skargę do organu ochrony danych w swoim kraju. Zwróć się do operatora; dane o płatnościach musimy przechowywać tak długo, jak każe prawo o rachunkowości.',
        ],
      },
      time: {
        title: 'Jak długo',
        paragraphs: [
          'Gdy usuwasz serwer, kasujemy jego świat i wszystko inne, co o nim przechowujemy. Wylogowanie kończy sesję u nas i kasuje ją w przeglądarce.',
          'Aby usunąć konto albo dostać kopię wszystkiego, co o Tobie przechowujemy, zwróć się do operatora: do jednego i drugiego ma narzędzie. Wraz z kontem znikają jego nazwa, serwery, sesje i konto czatu. Płatności i ruchy monet zostają bez nazwy, dopóki wymaga tego prawo; dziennik operatorów, którego nie można zmienić, zachowuje nazwę, jeśli w nim jest. Jeśli kontem grano, zostaje też skrót nazwy, aby nikt inny nie stał się Tobą w grze.',
          'Konto, z którego nikt nie korzystał, jest usuwane samo; kiedy, mówi jego strona.',
        ],
      },
      contact: {
        title: 'Jak się z nami skontaktować',
        paragraphs: [
          'Aby sprawdzić, poprawić lub usunąć to, co o Tobie przechowujemy, napisz do operatora. Poprosimy o potwierdzenie, że konto jest Twoje, na przykład wiadomością wysłaną z niego.',
        ],
      },
    },
  },
} satisfies Messages['legal'];
