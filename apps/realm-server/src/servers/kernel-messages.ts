import type { Language } from '../plan/plan-messages.ts';

/** What players are told while the world cannot be saved, whichever server runs it. */
export const unsavedMessages: Record<Language, string> = {
  en: "The server's disk is full: anything built now may be lost. The site's operators have been notified.",
  ru: 'На диске сервера нет места: то, что строится сейчас, может пропасть. Администрация сайта уже знает об этом.',
  pl: 'Dysk serwera jest pełny: to, co teraz budujesz, może przepaść. Administracja serwisu już o tym wie.',
};
