import type { PageTexts } from '../catalogue.ts';

export const legal = {
  terms: {
    title: 'Regulamin',
    lead: 'Krótko, bo i usługa jest prosta. „My” to operator tej strony: osoba lub firma, która ją prowadzi.',
    sections: [
      {
        title: 'Co dostajesz',
        paragraphs: [
          'Konto, a z nim serwery do gry w budowanie z bloków, w granicach Twojego planu. Darmowy plan nic nie kosztuje.',
          'Usługa jest taka, jaka jest. Staramy się, żeby działała, a światy były bezpieczne, ale nie możemy tego obiecać. Nie trzymaj tu świata, którego utrata byłaby dla Ciebie nie do zniesienia.',
        ],
      },
      {
        title: 'O co prosimy',
        paragraphs: [
          'Nie podawaj nikomu hasła. To, co zrobiono z Twojego konta, liczy się jako zrobione przez Ciebie.',
          'Nie używaj serwera do łamania prawa, nękania innych, atakowania cudzych komputerów ani obchodzenia limitów planu. Nie wybieraj nazw i adresów, które udają kogoś innego.',
          'To, co budujesz Ty i Twoi gracze, należy do Was. Pozwalasz nam to przechowywać i wysyłać tym, którzy dołączają, bo inaczej nic by nie działało.',
        ],
      },
      {
        title: 'Monety i subskrypcje',
        paragraphs: [
          'Monety wydaje się na to, co oferuje ta strona, na przykład na subskrypcje. Kupione monety nie tracą ważności. Jeśli płatność zostanie zwrócona lub cofnięta, jej monety zostaną odebrane, a te już wydane staną się długiem, który najpierw spłacą kolejne monety.',
          'Subskrypcja odnawia się co miesiąc, dopóki masz dość monet; możesz ją anulować w każdej chwili. Gdy się skończy, serwery ponad limit darmowego planu zostaną zatrzymane, przetrwają dwa tygodnie, a potem zostaną usunięte razem ze światami.',
        ],
      },
      {
        title: 'Kiedy to się kończy',
        paragraphs: [
          'Serwer możesz usunąć w każdej chwili; świat zniknie razem z nim i nie da się go przywrócić.',
          'Możemy zablokować serwer lub konto, które narusza ten regulamin, i napiszemy o tym na jego stronie.',
          'Jeśli regulamin się zmieni, nowy pojawi się tutaj.',
        ],
      },
      {
        title: 'Czyja to gra',
        paragraphs: [
          'To nie jest oficjalny produkt Minecraft. Nie został zatwierdzony przez firmy Mojang i Microsoft ani nie jest z nimi powiązany.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Polityka prywatności',
    lead: 'Co o Tobie przechowujemy, po co i jak długo. „My” to operator tej strony.',
    sections: [
      {
        title: 'Co przechowujemy',
        paragraphs: [
          'O koncie: nazwę użytkownika, skrót hasła (nigdy samo hasło), język, czas rejestracji i ostatniego logowania, osobę polecającą, jeśli ją podano, oraz otwarte sesje – każdą z adresem sieciowym i przeglądarką.',
          'O połączonym koncie czatu: jego numer, nazwę, adres e-mail oraz klucze, dzięki którym platforma czatu pozwala nam dodać Cię do społeczności; klucze są zaszyfrowane. Pamiętamy, że konto było już połączone, aby bonus wypłacić tylko raz.',
          'O serwerach: nazwę, adres, ustawienia, świat i dziennik konsoli, w którym pojawiają się nicki i czat graczy.',
          'O zakupach: kiedy, co, za ile i dla kogo kupiono, numer płatności u operatora płatności oraz każdy ruch Twoich monet. Numery kart do nas nie trafiają: podaje się je na stronie operatora płatności.',
          'Adresy sieciowe służą do ograniczania liczby prób i szukania usterek; mogą znaleźć się w dziennikach usługi.',
        ],
      },
      {
        title: 'Co przechowuje Twoja przeglądarka',
        paragraphs: [
          'W pamięci lokalnej: tokeny sesji i wybrany motyw. W pliku cookie o nazwie „locale”: wybrany język, przez 365 dni. Dopóki karta jest otwarta: język dobrany dla Ciebie, jeśli żadnego nie wybrano.',
          'Nie ma tu reklam, analityki ani śledzenia, a strona nie wczytuje niczego z innych witryn.',
        ],
      },
      {
        title: 'Kto jeszcze to widzi',
        paragraphs: [
          'Gracze na serwerze widzą nawzajem swoje nicki, a osoba polecająca widzi Twój. Wiadomości o logowaniach wysyłamy przez połączoną platformę czatu. Aby dobrać język, operator może sprawdzać kraj adresu sieciowego w usłudze geolokalizacji. Operator płatności dowiaduje się, co i za ile kupujesz, i może poznać nick gracza, dla którego jest zakup. Poza tym niczego nikomu nie przekazujemy, chyba że zmusi nas do tego prawo.',
        ],
      },
      {
        title: 'Jak długo',
        paragraphs: [
          'Gdy usuwasz serwer, kasujemy jego świat i wszystko inne, co o nim przechowujemy. Wylogowanie kończy sesję u nas i kasuje ją w przeglądarce.',
          'Aby usunąć konto albo dowiedzieć się, co o Tobie przechowujemy, zwróć się do operatora.',
        ],
      },
    ],
  },
} satisfies PageTexts['legal'];
