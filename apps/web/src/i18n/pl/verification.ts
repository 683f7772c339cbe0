import type { Messages } from '../messages.ts';

export const verification = {
  title: 'Twoje konto Discord',
  steps: { label: 'Kroki', information: 'Informacje', go: 'Discord', result: 'Wynik', join: 'Społeczność' },
  sandbox: {
    title: 'Discord jest tu tylko udawany',
    text: 'Prawdziwe konto Discord nie jest potrzebne. Strony, które zobaczysz, są częścią tej witryny i nic nie jest wysyłane do Discorda.',
  },

  information: {
    title: 'Po co łączyć konto',
    lead: 'Jedno konto Discord należy do jednego gracza. Chroni logowanie i pokazuje, że za kontem stoi człowiek.',
    guard: {
      title: 'Drugi krok przy logowaniu',
      text: 'Od tej pory każde logowanie potwierdzasz w wiadomości na Discordzie. Samo skradzione hasło nic nie da.',
    },
    create: {
      title: 'Własne serwery',
      text: 'Serwery mogą tu tworzyć tylko gracze z połączonym kontem.',
    },
    bonus: {
      title: '300 monet, jeśli ktoś Cię zaprosił',
      text: 'Ty i gracz, który Cię zaprosił, dostaniecie po 300 monet – raz.',
    },
    readTitle: 'Co tam odczytujemy i robimy',
    read: 'Odczytujemy Twój identyfikator na Discordzie, nazwę i adres e-mail. Dodajemy Cię do naszej społeczności, bo inaczej nasze wiadomości nie mogłyby do Ciebie dotrzeć. Nie możemy czytać Twoich wiadomości ani pisać w Twoim imieniu.',
    next: 'Dalej',
  },

  go: {
    title: 'Przejdź na Discorda',
    lead: 'Cztery kroki, mniej niż minuta:',
    instructions: [
      'Wpisz swoje hasło i naciśnij przycisk poniżej. Discord otworzy się zamiast tej strony.',
      'Zaloguj się tam, jeśli o to poprosi.',
      'Upewnij się, że to konto, które chcesz połączyć, i zezwól na dostęp.',
      'Wrócisz tutaj automatycznie. Masz na to dziesięć minut.',
    ],
    passwordHint: 'Żeby nikt poza Tobą nie mógł wybrać, kto potwierdza Twoje logowania.',
    button: 'Przejdź na Discorda',
    busy: 'Otwieramy Discorda…',
    failed: 'Nie udało się otworzyć Discorda',
    back: 'Wstecz',
  },

  result: {
    checkingTitle: 'Pytamy Discorda…',
    checkingText: 'Sprawdzamy, kim jesteś, dodajemy Cię do społeczności i wysyłamy pierwszą wiadomość.',
    doneTitle: 'Konto jest połączone',
    doneText: (name: string) => `Od teraz Twoje logowania potwierdza ${name} na Discordzie.`,
    next: 'Dalej',
    failedTitle: 'Konto nie zostało połączone',
    retry: 'Spróbuj ponownie',
    denied: 'Dostęp nie został udzielony na Discordzie',
    refused: 'Discord nie pozwolił przejść dalej',
    advice: {
      denied: 'Niczego nie odczytaliśmy i nic się nie zmieniło. Jeśli to przypadek, spróbuj ponownie.',
      chat_unavailable: 'To nie Twoja wina. Odczekaj minutę i spróbuj ponownie.',
      chat_code_invalid: 'Discord nie zna kodu, z którym wracasz. Przejdź tam jeszcze raz po nowy.',
      chat_state_invalid:
        'Można go użyć raz, w ciągu dziesięciu minut, i tylko na koncie, na którym rozpoczęto. Przejdź na Discorda jeszcze raz.',
      chat_account_taken:
        'Wybierz na Discordzie inne konto. A jeśli tamten gracz to też Ty, najpierw odłącz Discorda na tamtym koncie.',
      chat_already_linked: 'Nie trzeba nic więcej robić. Aby połączyć inne konto, najpierw odłącz to.',
      chat_join_refused: 'Być może należysz do zbyt wielu społeczności albo w naszej masz blokadę.',
      chat_undeliverable:
        'W ustawieniach prywatności społeczności na Discordzie zezwól na wiadomości prywatne od jej członków.',
      other: 'Nic się nie zmieniło. Można spróbować ponownie.',
    },
    community: 'Otwórz społeczność',
  },

  join: {
    title: 'Przywitaj się w społeczności',
    text: 'Już do niej należysz. Nowości pojawiają się tam najwcześniej i zawsze ktoś zna odpowiedź.',
    keep: 'Zostań w niej i nie blokuj wiadomości prywatnych od jej członków: tak dociera do Ciebie potwierdzenie logowania.',
    button: 'Otwórz kanał',
    create: 'Utwórz serwer',
    account: 'Do konta',
  },

  linked: {
    title: 'Konto jest połączone',
    account: 'Konto Discord',
    since: 'Połączono',
    text: 'Każde logowanie potwierdzasz tam w wiadomości.',
    community: 'Otwórz społeczność',
    relink: 'Połącz inne konto',
    unlink: 'Odłącz',
  },

  unlink: {
    title: (name: string) => `Odłączyć ${name}?`,
    text: 'Po tym do zalogowania wystarczy samo hasło.',
    required: 'Dopóki nie połączysz konta ponownie, nie utworzysz serwera.',
    relink: 'Aby połączyć inne konto, najpierw trzeba odłączyć to.',
    password: 'Twoje hasło',
    show: 'Pokaż hasło',
    hide: 'Ukryj hasło',
    submit: 'Odłącz',
    busy: 'Odłączanie…',
    cancel: 'Zostaw',
    done: 'Konto Discord zostało odłączone',
  },

  unavailable: {
    title: 'Nie ma tu czego łączyć',
    text: 'Operator tej strony nie podłączył platformy czatu. Twoje konto działa i bez niej.',
    action: 'Do konta',
  },
} satisfies Messages['verification'];
