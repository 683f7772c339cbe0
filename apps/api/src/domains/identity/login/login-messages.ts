import type { Language } from '@realmkeep/contract';

interface LoginDetails {
  nickname: string;
  ip: string;
  /** null when unknown. */
  browser: string | null;
  time: string;
}

/** The text of the second step's message, and what replaces it. */
interface LoginMessages {
  question: (login: LoginDetails) => string;
  reject: string;
  approved: string;
  rejected: string;
  mistaken: string;
  cancelled: string;
}

export const loginMessages: Record<Language, LoginMessages> = {
  en: {
    question: ({ nickname, ip, browser, time }) =>
      `Someone has entered the correct password for the player ${nickname} on Realmkeep.
IP address: ${ip}
Browser: ${browser ?? 'unknown'}
Time: ${time}
If it is you, press the number shown on the site. If not, press Reject and change your password.`,
    reject: 'Reject',
    approved: 'You have confirmed the login.',
    rejected: 'You have rejected the login. If it was not you, change your password.',
    mistaken:
      'That is not the number shown on the site, so the login was rejected. If it was you, log in again. If not, change your password.',
    cancelled: 'This login has been cancelled. If you have started a newer one, it has its own message.',
  },
  ru: {
    question: ({ nickname, ip, browser, time }) =>
      `Кто-то ввёл верный пароль игрока ${nickname} на Realmkeep.
IP-адрес: ${ip}
Браузер: ${browser ?? 'неизвестен'}
Время: ${time}
Если это вы, нажмите число, которое показывает сайт. Если нет, нажмите «Отклонить» и смените пароль.`,
    reject: 'Отклонить',
    approved: 'Вы подтвердили вход.',
    rejected: 'Вы отклонили вход. Если входить пытались не вы, смените пароль.',
    mistaken:
      'Это не то число, которое показывает сайт, поэтому вход отклонён. Если это вы, войдите ещё раз. Если нет, смените пароль.',
    cancelled: 'Этот вход отменён. Если вы начали новый вход, о нём есть отдельное сообщение.',
  },
  pl: {
    question: ({ nickname, ip, browser, time }) =>
      `Ktoś podał poprawne hasło gracza ${nickname} w Realmkeep.
Adres IP: ${ip}
Przeglądarka: ${browser ?? 'nieznana'}
Czas: ${time}
Jeśli to Ty, naciśnij liczbę, którą pokazuje strona. Jeśli nie, naciśnij „Odrzuć” i zmień hasło.`,
    reject: 'Odrzuć',
    approved: 'Logowanie zostało potwierdzone.',
    rejected: 'Logowanie zostało odrzucone. Jeśli ktoś inny próbował się zalogować, zmień hasło.',
    mistaken:
      'To nie jest liczba, którą pokazuje strona, więc logowanie odrzucono. Jeśli to Ty, zaloguj się jeszcze raz. Jeśli nie, zmień hasło.',
    cancelled: 'To logowanie zostało anulowane. Jeśli rozpoczęto nowe, jest o nim osobna wiadomość.',
  },
};
