import { type Language, type PlanMessages, planMessages } from '../../plan/plan-messages.ts';
import { unsavedMessages } from '../kernel-messages.ts';

/** What a client is shown that may not join: its language is not known at that point. */
export const refusals = {
  closing: 'The realm is closing.',
  wrongCode: 'This code is wrong, was used, or has expired. Get a new one on the server’s web page.',
  shut: (minutes: number) => `Too many wrong codes. Minutes until you can try again: ${minutes}`,
  bypassesProxy: 'Join using the realm’s address.',
} as const;

export const displaced = (name: string): string => `${name} has been confirmed on another connection.`;

const guest: Record<Language, (name: string, nickname: string) => string> = {
  en: (name, nickname) =>
    `You are playing as the guest ${name}. If the account ${nickname} is yours and you manage this server, get a code on its web page and join with the code before the address.`,
  ru: (name, nickname) =>
    `Вы играете как гость ${name}. Если аккаунт ${nickname} ваш и вы управляете этим сервером, получите код на его странице и зайдите, указав код перед адресом.`,
  pl: (name, nickname) =>
    `Grasz jako gość ${name}. Jeśli konto ${nickname} należy do ciebie i zarządzasz tym serwerem, pobierz kod na jego stronie i dołącz, podając kod przed adresem.`,
};

const languages = Object.keys(planMessages) as Language[];

/** Only the server behind the proxy learns the client's language, so each line is in every language. */
export function guestLines(name: string, nickname: string): string[] {
  return languages.map((language) => guest[language](name, nickname));
}

export function planLines(say: (messages: PlanMessages) => string): string[] {
  return languages.map((language) => say(planMessages[language]));
}

export const unsavedLines = languages.map((language) => unsavedMessages[language]);
