import type { Language } from '@realmkeep/contract';

/** Texts of the chat platform's messages, whatever they are about. */
interface ChatMessages {
  welcome: (nickname: string) => string;
  /** Replaces a prompt that nobody answered. */
  expired: string;
  answeredBefore: string;
  cannotBeAnswered: string;
}

export const chatMessages: Record<Language, ChatMessages> = {
  en: {
    welcome: (nickname) =>
      `Hello! This account is being linked to the player ${nickname} on Realmkeep. This message reached you, so from now on you will confirm every login here.`,
    expired: 'Nobody answered in time. Nothing was changed.',
    answeredBefore: 'This message has already been answered. Nothing was changed.',
    cannotBeAnswered: 'This message can no longer be answered. Nothing was changed.',
  },
  ru: {
    welcome: (nickname) =>
      `Здравствуйте! Этот аккаунт привязывается к игроку ${nickname} на Realmkeep. Сообщения сюда доходят: теперь каждый вход нужно будет подтверждать здесь.`,
    expired: 'Никто не ответил вовремя. Ничего не изменилось.',
    answeredBefore: 'На это сообщение уже ответили. Ничего не изменилось.',
    cannotBeAnswered: 'На это сообщение больше нельзя ответить. Ничего не изменилось.',
  },
  pl: {
    welcome: (nickname) =>
      `Cześć! To konto jest właśnie łączone z graczem ${nickname} w Realmkeep. Wiadomości tu docierają: od teraz każde logowanie trzeba będzie tutaj potwierdzić.`,
    expired: 'Nikt nie odpowiedział na czas. Nic się nie zmieniło.',
    answeredBefore: 'Na tę wiadomość już odpowiedziano. Nic się nie zmieniło.',
    cannotBeAnswered: 'Na tę wiadomość nie można już odpowiedzieć. Nic się nie zmieniło.',
  },
};

/** Other people's text, shown literally: the chat platform renders Markdown. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@:-]/g, String.raw`\$&`);
}

/** A day by UTC, in the language's format. */
export function longDate(language: Language, date: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** A day and an hour by UTC, in the language's format. */
export function longMoment(language: Language, at: Date): string {
  // Day before month and a 24-hour clock, as in the other languages.
  const locale = language === 'en' ? 'en-GB' : language;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}
