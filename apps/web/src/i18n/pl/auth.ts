import type { PageTexts } from '../catalogue.ts';

export const auth = {
  username: 'Nazwa użytkownika',
  password: 'Hasło',
  showPassword: 'Pokaż hasło',
  hidePassword: 'Ukryj hasło',
  login: {
    title: 'Witaj ponownie',
    submit: 'Zaloguj się',
    busy: 'Logowanie…',
    noAccount: 'Nie masz jeszcze konta?',
    register: 'Zarejestruj się',
    problems: { usernameUnknown: 'Nie ma konta o tej nazwie', passwordWrong: 'Nieprawidłowe hasło' },
  },
  register: {
    title: 'Załóż konto',
    repeat: 'Powtórz hasło',
    referrer: 'Kto Cię zaprosił?',
    referrerHint: 'Nazwa użytkownika. Jeśli nikt, zostaw puste.',
    submit: 'Zarejestruj się',
    busy: 'Rejestrowanie…',
    haveAccount: 'Masz już konto?',
    login: 'Zaloguj się',
    problems: {
      usernameShort: 'Nazwa jest za krótka (min. 4 znaki)',
      usernameLong: 'Nazwa jest za długa (maks. 16 znaków)',
      usernameCharacters: 'Tylko litery bez polskich znaków, cyfry i podkreślenia',
      usernameTaken: 'Ta nazwa jest zajęta',
      passwordShort: 'Hasło jest za krótkie (min. 6 znaków)',
      passwordLong: 'Hasło jest za długie (maks. 128 znaków)',
      passwordsDiffer: 'Hasła nie są takie same',
      referrerSame: 'Nick osoby polecającej jest taki sam jak Twój',
    },
  },
} satisfies PageTexts['auth'];
