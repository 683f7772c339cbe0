import { type Language, planMessages } from '../../../plan/plan-messages.ts';
import { accessMessages, unsavedMessages } from '../../kernel-messages.ts';
import type { Player } from '../squid/squid.ts';

const en = {
  guest: (name: string, nickname: string) =>
    `You are playing as the guest ${name}. If the account ${nickname} is yours and you manage this server, get a code on its web page and type: /login CODE`,
  loginUsage: "Type /login and the code from the server's web page.",
  wrongCode: (left: number) =>
    `This code is wrong, was used, or has expired. Get a new one on the server's web page. Tries left: ${left}`,
  tooManyWrong: 'Too many wrong codes. Join again and get a new code on the web page.',
  shut: (minutes: number) => `Too many wrong codes were typed. Minutes until codes are accepted again: ${minutes}`,
  alreadyConfirmed: 'You have confirmed already.',
  confirmed: (name: string) => `Confirmed: you are ${name}.`,
  isNow: (guest: string, name: string) => `${guest} has confirmed and is now ${name}`,
  displaced: (name: string) => `${name} has been confirmed on another connection.`,
  manager: 'You can use the commands of the owner and co-owners. /help lists them.',
  noManager: 'You can no longer use the commands of the owner and co-owners.',
  forManagers: 'Only the owner and co-owners can do this, after confirming with /login.',
  usage: (usage: string) => `Usage: ${usage}`,
  done: 'Done.',
  ...planMessages.en,
  ...accessMessages.en,
  notInPlan: "The plan of this server's owner does not include this.",
  prefixSet: (prefix: string) => `Your prefix in the chat is now [${prefix}].`,
  prefixGone: 'You no longer have a prefix.',
  noSuchPrefix: 'A prefix has 1 to 16 Latin or Cyrillic letters, digits, spaces and the signs _ . ! + * -',
  corner: (number: number, at: string) => `Corner ${number} is at ${at}.`,
  noCorners: 'Mark two corners first: stand at each and type //pos1 and //pos2.',
  tooManyBlocks: (count: number, most: number) =>
    `Blocks between the corners: ${count}. The plan allows ${most} at once.`,
  commandTooLong: (most: number) => `A command block holds at most this many letters: ${most}.`,
  editBusy: 'Another change of blocks is under way. Try again in a moment.',
  editing: (count: number) => `Changing blocks: ${count}.`,
  edited: 'The blocks are changed.',
  sentOff: 'You have been kicked from this server.',
  noFlying: 'Flying is turned off on this server.',
  fallen: 'This server is hardcore: you have died, and can only spectate.',
  noSuchBlock: (name: string) => `There is no block ${name}.`,
  outside: 'This place is outside the world or its border.',
  borderIsASetting: "The border is a setting on the server's web page.",
  unsaved: unsavedMessages.en,
  savedAgain: 'There is space on the disk again: everything is saved.',
};

export type Messages = typeof en;

const messages: Record<Language, Messages> = {
  en,
  ru: {
    guest: (name, nickname) =>
      `Вы играете как гость ${name}. Если аккаунт ${nickname} ваш и вы управляете этим сервером, получите код на его странице и введите: /login КОД`,
    loginUsage: 'Введите /login и код со страницы сервера.',
    wrongCode: (left) =>
      `Код неверен, уже использован или устарел. Получите новый на странице сервера. Осталось попыток: ${left}`,
    tooManyWrong: 'Слишком много неверных кодов. Зайдите снова и получите новый код на странице сервера.',
    shut: (minutes) =>
      `Введено слишком много неверных кодов. Через сколько минут коды снова будут приниматься: ${minutes}`,
    alreadyConfirmed: 'Вы уже подтвердили себя.',
    confirmed: (name) => `Подтверждено: вы ${name}.`,
    isNow: (guest, name) => `Игрок ${guest} подтвердил себя, теперь это ${name}`,
    displaced: (name) => `Игрок ${name} подтвердил себя с другого подключения.`,
    manager: 'Вам доступны команды владельца и совладельцев. Их список: /help',
    noManager: 'Команды владельца и совладельцев вам больше недоступны.',
    forManagers: 'Это могут только владелец и совладельцы, подтвердившие себя командой /login.',
    usage: (usage) => `Использование: ${usage}`,
    done: 'Готово.',
    ...planMessages.ru,
    ...accessMessages.ru,
    notInPlan: 'Тариф владельца этого сервера такого не включает.',
    prefixSet: (prefix) => `Теперь в чате перед вашим ником стоит [${prefix}].`,
    prefixGone: 'Перед вашим ником больше ничего нет.',
    noSuchPrefix: 'В префиксе от 1 до 16 знаков: латинские и русские буквы, цифры, пробелы и знаки _ . ! + * -',
    corner: (number, at) => `Угол ${number}: ${at}.`,
    noCorners: 'Сначала отметьте два угла: встаньте в каждом и введите //pos1 и //pos2.',
    tooManyBlocks: (count, most) => `Блоков между углами: ${count}. За один раз тариф позволяет: ${most}.`,
    commandTooLong: (most) => `В командном блоке помещается не больше знаков: ${most}.`,
    editBusy: 'Уже идёт другое изменение блоков. Попробуйте чуть позже.',
    editing: (count) => `Меняются блоки: ${count}.`,
    edited: 'Блоки изменены.',
    sentOff: 'Вас исключили с этого сервера.',
    noFlying: 'Полёт на этом сервере отключён.',
    fallen: 'На этом сервере хардкор: вы погибли и можете только наблюдать.',
    noSuchBlock: (name) => `Блока ${name} нет.`,
    outside: 'Это место за пределами мира или его границы.',
    borderIsASetting: 'Граница мира задаётся в настройках на странице сервера.',
    unsaved: unsavedMessages.ru,
    savedAgain: 'Место на диске снова есть: всё сохранено.',
  },
  pl: {
    guest: (name, nickname) =>
      `Grasz jako gość ${name}. Jeśli konto ${nickname} należy do ciebie i zarządzasz tym serwerem, pobierz kod na jego stronie i wpisz: /login KOD`,
    loginUsage: 'Wpisz /login i kod ze strony serwera.',
    wrongCode: (left) =>
      `Ten kod jest błędny, został już użyty albo wygasł. Pobierz nowy na stronie serwera. Pozostało prób: ${left}`,
    tooManyWrong: 'Zbyt wiele błędnych kodów. Dołącz ponownie i pobierz nowy kod na stronie serwera.',
    shut: (minutes) => `Wpisano zbyt wiele błędnych kodów. Za ile minut kody będą znów przyjmowane: ${minutes}`,
    alreadyConfirmed: 'Twoja tożsamość jest już potwierdzona.',
    confirmed: (name) => `Potwierdzono: grasz jako ${name}.`,
    isNow: (guest, name) => `Potwierdzono tożsamość gracza ${guest}: to ${name}`,
    displaced: (name) => `Tożsamość gracza ${name} potwierdzono w innym połączeniu.`,
    manager: 'Możesz używać poleceń właściciela i współwłaścicieli. Ich lista: /help',
    noManager: 'Nie możesz już używać poleceń właściciela i współwłaścicieli.',
    forManagers: 'Mogą to robić tylko właściciel i współwłaściciele po potwierdzeniu tożsamości poleceniem /login.',
    usage: (usage) => `Użycie: ${usage}`,
    done: 'Gotowe.',
    ...planMessages.pl,
    ...accessMessages.pl,
    notInPlan: 'Plan właściciela tego serwera tego nie obejmuje.',
    prefixSet: (prefix) => `Na czacie przed twoim nickiem widać teraz [${prefix}].`,
    prefixGone: 'Przed twoim nickiem nie ma już prefiksu.',
    noSuchPrefix: 'Prefiks ma od 1 do 16 znaków: litery łacińskie i cyrylica, cyfry, spacje oraz znaki _ . ! + * -',
    corner: (number, at) => `Róg ${number}: ${at}.`,
    noCorners: 'Najpierw zaznacz dwa rogi: stań w każdym z nich i wpisz //pos1 oraz //pos2.',
    tooManyBlocks: (count, most) => `Bloków między rogami: ${count}. Plan pozwala naraz na: ${most}.`,
    commandTooLong: (most) => `Najwięcej znaków w bloku poleceń: ${most}.`,
    editBusy: 'Trwa już inna zmiana bloków. Spróbuj ponownie za chwilę.',
    editing: (count) => `Zmieniane bloki: ${count}.`,
    edited: 'Bloki zostały zmienione.',
    sentOff: 'Wyrzucono cię z tego serwera.',
    noFlying: 'Latanie na tym serwerze jest wyłączone.',
    fallen: 'Ten serwer jest w trybie hardcore: twoja postać zginęła, możesz już tylko obserwować.',
    noSuchBlock: (name) => `Nie ma bloku ${name}.`,
    outside: 'To miejsce leży poza światem albo jego granicą.',
    borderIsASetting: 'Granicę świata ustawia się na stronie serwera.',
    unsaved: unsavedMessages.pl,
    savedAgain: 'Na dysku znów jest miejsce: wszystko zostało zapisane.',
  },
};

/** For the console, and for whoever is not in the game. */
export const englishMessages: Messages = en;

/** In the language of the player's own client. */
export function messagesOf(player: Player): Messages {
  return messages[player.language ?? 'en'];
}

const understood = new Map<string, Language>([
  ['pl', 'pl'],
  ...['ru', 'be', 'uk', 'kk'].map((code) => [code, 'ru'] as const),
]);

/** @param locale as the client's settings say it, `ru_ru` for example */
export function languageOf(locale: string): Language {
  return understood.get(locale.toLowerCase().split('_', 1).join('')) ?? 'en';
}
