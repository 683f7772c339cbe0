import type { Language } from '@realmkeep/contract';

/** What the messages of the chat platform say, whatever they are about. */
interface ChatMessages {
  welcome: (nickname: string) => string;
  /** Put in the place of a prompt that nobody answered. */
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

/** Text of others, shown as it is: the chat platform reads Markdown. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@:-]/g, String.raw`\$&`);
}

/** A day by UTC, as the language writes it. */
export function longDate(language: Language, date: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** A day and an hour by UTC, as the language writes them. */
export function longMoment(language: Language, at: Date): string {
  // The day before the month and 24 hours, as the others have it.
  const locale = language === 'en' ? 'en-GB' : language;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}
