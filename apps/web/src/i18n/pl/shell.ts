import type { Catalogue } from '../catalogue.ts';

export const shell = {
  skip: 'Przejdź do treści',
  nav: { label: 'Główne', home: 'Start', account: 'Konto', logout: 'Wyloguj się', menu: 'Menu', links: 'ODNOŚNIKI' },
  language: { label: 'Język', failed: 'Nie udało się wczytać języka' },
  theme: { label: 'Motyw', system: 'Systemowy', light: 'Jasny', dark: 'Ciemny' },
  footer: {
    label: 'Więcej',
    community: 'Społeczność',
    terms: 'Regulamin',
    privacy: 'Polityka prywatności',
    copyright: '© 2023–2025 Realmkeep',
    disclaimer:
      'Nie jest oficjalnym produktem Minecraft. Niezatwierdzone przez firmy Mojang i Microsoft ani z nimi niepowiązane.',
    newTab: '(otworzy się w nowej karcie)',
  },
  titles: {
    home: 'Realmkeep – buduj światy i zapraszaj znajomych',
    account: 'Konto – Realmkeep',
    verification: 'Konto Discord – Realmkeep',
    referrals: 'Polecenia – Realmkeep',
    realmCreate: 'Nowy serwer – Realmkeep',
    realmDetails: 'Serwer – Realmkeep',
    realmSettings: 'Ustawienia serwera – Realmkeep',
    terms: 'Regulamin – Realmkeep',
    privacy: 'Polityka prywatności – Realmkeep',
    notFound: 'Nie znaleziono strony – Realmkeep',
  },
  live: {
    offline: 'Brak połączenia z siecią. Dane na stronie mogą być nieaktualne.',
    reconnecting: 'Utracono połączenie – łączymy ponownie…',
  },
  states: {
    loading: 'Wczytywanie…',
    offlineTitle: 'Brak połączenia z siecią',
    offlineText: 'Strona wczyta się, gdy tylko połączenie wróci.',
    errorTitle: 'Nie udało się wczytać',
    retry: 'Spróbuj ponownie',
  },
  crash: {
    title: 'Coś się zawaliło',
    text: 'Na stronie wystąpił błąd z naszej winy. Zwykle pomaga ponowna próba; Twoim serwerom nic się nie stało.',
    retry: 'Spróbuj ponownie',
    home: 'Na stronę główną',
  },
  notFound: {
    title: 'Nic tu nie zbudowano',
    text: 'Pod tym adresem nie ma strony. Została przeniesiona albo nigdy jej nie było.',
    home: 'Na stronę główną',
  },
  session: { registered: 'Konto jest gotowe. Teraz się zaloguj', ended: 'Sesja się zakończyła. Zaloguj się ponownie' },
  close: 'Zamknij',
  dismiss: 'Ukryj',
  notifications: 'Powiadomienia',
  copied: 'Skopiowano do schowka',
  copyFailed: 'Nie udało się skopiować. Zaznacz tekst i skopiuj go ręcznie',
} satisfies Catalogue['shell'];
