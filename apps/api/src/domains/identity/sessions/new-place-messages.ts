import type { Language } from '@realmkeep/contract';

interface Place {
  ip: string;
  /** null when unknown. */
  browser: string | null;
  time: string;
}

/** The question after a login from a new network, and what replaces it. */
interface NewPlaceMessages {
  question: (place: Place) => string;
  mine: string;
  stranger: string;
  sessions: string;
  confirmed: string;
  ended: string;
}

export const newPlaceMessages: Record<Language, NewPlaceMessages> = {
  en: {
    question: ({ ip, browser, time }) =>
      `Someone logged in to your Realmkeep account from a network you have not used before.
IP address: ${ip}
Browser or program: ${browser ?? 'unknown'}
Time: ${time}
Was this you?`,
    mine: 'It was me',
    stranger: 'It wasn’t me: log them out',
    sessions: 'See all sessions',
    confirmed: 'Thank you. We will remember this network.',
    ended:
      'That session has been logged out. Change your password now, and check your sessions and SSH keys on your account page.',
  },
  ru: {
    question: ({ ip, browser, time }) =>
      `В ваш аккаунт на Realmkeep вошли из сети, которой вы раньше не пользовались.
IP-адрес: ${ip}
Браузер или программа: ${browser ?? 'неизвестно'}
Время: ${time}
Это были вы?`,
    mine: 'Это я',
    stranger: 'Это не я: завершить сеанс',
    sessions: 'Все сеансы',
    confirmed: 'Спасибо. Теперь эта сеть нам знакома.',
    ended: 'Этот сеанс завершён. Сразу смените пароль и проверьте сеансы и ключи SSH на странице аккаунта.',
  },
  pl: {
    question: ({ ip, browser, time }) =>
      `Ktoś zalogował się na Twoje konto w Realmkeep z sieci, z której dotąd się nie logowano.
Adres IP: ${ip}
Przeglądarka lub program: ${browser ?? 'nieznane'}
Czas: ${time}
Czy to Ty?`,
    mine: 'To ja',
    stranger: 'To nie ja: wyloguj',
    sessions: 'Zobacz sesje',
    confirmed: 'Dziękujemy. Od teraz znamy tę sieć.',
    ended: 'Tę sesję zakończono. Od razu zmień hasło i przejrzyj sesje oraz klucze SSH na stronie konta.',
  },
};
