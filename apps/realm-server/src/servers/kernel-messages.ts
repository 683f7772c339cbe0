import type { Barred } from '@realmkeep/realm-protocol';
import type { Language } from '../plan/plan-messages.ts';

/** The message to players while the world cannot be saved, with any server. */
export const unsavedMessages: Record<Language, string> = {
  en: "The server's disk is full: anything built now may be lost. The site's operators have been notified.",
  ru: 'На диске сервера нет места: то, что строится сейчас, может пропасть. Администрация сайта уже знает об этом.',
  pl: 'Dysk serwera jest pełny: to, co teraz budujesz, może przepaść. Administracja serwisu już o tym wie.',
};

const en = {
  banned: (reason: string, until: string | null) =>
    `You are banned from this server.${reason && ` Reason: ${reason}`}${until ? ` The ban ends: ${until} UTC` : ''}`,
  unlisted: 'Only players on the whitelist can join this server.',
  accessDone: 'Done.',
  unchanged: 'Nothing has changed: it was like that already.',
  tooManyOrders: 'Too many changes at once. Try again in a moment.',
  isManager: (name: string) => `${name} manages this server and cannot be banned.`,
  opAsked: (name: string) =>
    `If the account ${name} exists, it is now an operator. Its player can get a login code on their account page.`,
  opUnsure:
    'Only the owner and co-owners can add or remove operators. While operators are online too, nobody can tell who typed this: use the server’s web page.',
  notOn: (name: string) => `There is no player named ${name} here.`,
  whitelist: (names: string, isOn: boolean) => `The whitelist is ${isOn ? 'on' : 'off'}: ${names || 'nobody'}`,
  banList: (names: string, addresses: number) => `Banned: ${names || 'nobody'}. Bans by address: ${addresses}`,
};

/** Messages about who may join, with any server. */
export type AccessMessages = typeof en;

export const accessMessages: Record<Language, AccessMessages> = {
  en,
  ru: {
    banned: (reason, until) =>
      `Вы заблокированы на этом сервере.${reason && ` Причина: ${reason}`}${until ? ` Блокировка до: ${until} UTC` : ''}`,
    unlisted: 'На этот сервер могут зайти только игроки из белого списка.',
    accessDone: 'Готово.',
    unchanged: 'Ничего не изменилось: так уже и было.',
    tooManyOrders: 'Слишком много изменений сразу. Попробуйте чуть позже.',
    isManager: (name) => `${name} управляет этим сервером, заблокировать этого игрока нельзя.`,
    opAsked: (name) =>
      `Если аккаунт ${name} существует, он теперь оператор. Код для входа игрок найдёт на странице своего аккаунта.`,
    opUnsure:
      'Назначать и снимать операторов могут только владелец и совладельцы. Пока в игре есть и операторы, нельзя узнать, кто ввёл команду: сделайте это на странице сервера.',
    notOn: (name) => `Игрока ${name} здесь нет.`,
    whitelist: (names, isOn) => `Белый список ${isOn ? 'включён' : 'выключен'}: ${names || 'никого'}`,
    banList: (names, addresses) => `Заблокированы: ${names || 'никто'}. Блокировок по адресу: ${addresses}`,
  },
  pl: {
    banned: (reason, until) =>
      `Masz bana na tym serwerze.${reason && ` Powód: ${reason}`}${until ? ` Koniec bana: ${until} UTC` : ''}`,
    unlisted: 'Na ten serwer mogą wejść tylko gracze z białej listy.',
    accessDone: 'Gotowe.',
    unchanged: 'Nic się nie zmieniło: tak już było.',
    tooManyOrders: 'Za dużo zmian naraz. Spróbuj ponownie za chwilę.',
    isManager: (name) => `${name} zarządza tym serwerem i nie może dostać bana.`,
    opAsked: (name) =>
      `Jeśli konto ${name} istnieje, jest teraz operatorem. Kod logowania gracz znajdzie na stronie swojego konta.`,
    opUnsure:
      'Operatorów mogą dodawać i usuwać tylko właściciel i współwłaściciele. Dopóki w grze są też operatorzy, nie da się ustalić, kto wpisał polecenie: zrób to na stronie serwera.',
    notOn: (name) => `Nie ma tu gracza ${name}.`,
    whitelist: (names, isOn) => `Biała lista jest ${isOn ? 'włączona' : 'wyłączona'}: ${names || 'nikt'}`,
    banList: (names, addresses) => `Zbanowani: ${names || 'nikt'}. Banów na adres: ${addresses}`,
  },
};

/** @param messages English where the client's language is not known yet */
export function barredText(barred: Barred, { banned, unlisted }: AccessMessages = en): string {
  if (barred.why === 'unlisted') return unlisted;
  const until = barred.until === null ? null : new Date(barred.until).toISOString().slice(0, 16).replace('T', ' ');
  return banned(barred.reason, until);
}
