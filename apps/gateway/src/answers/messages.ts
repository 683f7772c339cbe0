import type { GatewayRoute } from '@realmkeep/contract/gateway';

/**
 * `refused`: it sleeps, and the player may not wake it. `limited`: it has been woken too often. `crowded`: the player's network has its share of
 * places. `banned`, `unlisted`: they may not join at all.
 */
type RealmReason =
  | 'stopped'
  | 'sleeping'
  | 'refused'
  | 'limited'
  | 'banned'
  | 'unlisted'
  | 'starting'
  | 'waiting'
  | 'blocked'
  | 'failed'
  | 'silent'
  | 'crowded';

/** Why a client gets a message, and what the message names. */
export type Answer =
  | { reason: RealmReason; route: GatewayRoute }
  | { reason: 'unknown' | 'warming'; hostname: string }
  | { reason: 'elsewhere' | 'invalid'; baseDomain: string }
  | { reason: 'hurried' };

type Messages = Record<Exclude<RealmReason, 'waiting'>, (realm: string) => string> & {
  waiting: (realm: string, place: number) => string;
  blockedBecause: (realm: string, reason: string) => string;
};

/** A client's server list shows two lines for everything. */
const maxReasonLength = 120;

const realmMessages: Record<GatewayRoute['language'], Messages> = {
  en: {
    stopped: (realm) => `${realm} is switched off. Its owner can switch it on on the website.`,
    sleeping: (realm) => `${realm} is asleep. Join it, and it wakes up.`,
    refused: (realm) => `${realm} is asleep. Its owner or a co-owner can wake it on the website.`,
    limited: (realm) => `${realm} was woken too often. Its owner can wake it on the website; others can in an hour.`,
    banned: (realm) => `You are banned from ${realm}.`,
    unlisted: (realm) => `Only players on the whitelist of ${realm} can join it.`,
    starting: (realm) => `${realm} is starting. Please try again in a few seconds.`,
    waiting: (realm, place) =>
      `${realm} will start when there is room for it: place ${place} in the queue. Please try again in a few minutes.`,
    blocked: (realm) => `${realm} is blocked. Its owner can see why on the website.`,
    blockedBecause: (realm, reason) => `${realm} is blocked. The reason: ${reason}`,
    failed: (realm) => `${realm} could not start. Its owner can see why on the website.`,
    silent: (realm) => `${realm} is not responding right now. Please try again in a moment.`,
    crowded: (realm) =>
      `The remaining places on ${realm} are kept for other networks. You can join when somebody on yours leaves.`,
  },
  ru: {
    stopped: (realm) => `Сервер «${realm}» выключен. Владелец может включить его на сайте.`,
    sleeping: (realm) => `Сервер «${realm}» спит. Зайдите, и он проснётся.`,
    refused: (realm) => `Сервер «${realm}» спит. Разбудить его на сайте может владелец или совладелец.`,
    limited: (realm) =>
      `Сервер «${realm}» будили слишком часто. Владелец может разбудить его на сайте, остальные — через час.`,
    banned: (realm) => `Вы заблокированы на сервере «${realm}».`,
    unlisted: (realm) => `На сервер «${realm}» могут зайти только игроки из белого списка.`,
    starting: (realm) => `Сервер «${realm}» запускается. Попробуйте снова через несколько секунд.`,
    waiting: (realm, place) =>
      `Сервер «${realm}» запустится, как только освободится место: он ${place}-й в очереди. Попробуйте снова через несколько минут.`,
    blocked: (realm) => `Сервер «${realm}» заблокирован. Владелец найдёт причину на сайте.`,
    blockedBecause: (realm, reason) => `Сервер «${realm}» заблокирован. Причина: ${reason}`,
    failed: (realm) => `Сервер «${realm}» не смог запуститься. Владелец найдёт причину на сайте.`,
    silent: (realm) => `Сервер «${realm}» сейчас не отвечает. Попробуйте снова чуть позже.`,
    crowded: (realm) =>
      `Остальные места на сервере «${realm}» оставлены для других сетей. Вы сможете зайти, когда выйдет кто-нибудь из вашей.`,
  },
  pl: {
    stopped: (realm) => `Serwer „${realm}” jest wyłączony. Właściciel może włączyć go na stronie.`,
    sleeping: (realm) => `Serwer „${realm}” śpi. Dołącz, a się obudzi.`,
    refused: (realm) => `Serwer „${realm}” śpi. Na stronie może go obudzić właściciel lub współwłaściciel.`,
    limited: (realm) =>
      `Serwer „${realm}” budzono zbyt często. Właściciel może obudzić go na stronie, pozostali za godzinę.`,
    banned: (realm) => `Masz bana na serwerze „${realm}”.`,
    unlisted: (realm) => `Na serwer „${realm}” mogą wejść tylko gracze z białej listy.`,
    starting: (realm) => `Serwer „${realm}” się uruchamia. Spróbuj ponownie za kilka sekund.`,
    waiting: (realm, place) =>
      `Serwer „${realm}” uruchomi się, gdy zwolni się miejsce: jest ${place}. w kolejce. Spróbuj ponownie za kilka minut.`,
    blocked: (realm) => `Serwer „${realm}” jest zablokowany. Właściciel znajdzie powód na stronie.`,
    blockedBecause: (realm, reason) => `Serwer „${realm}” jest zablokowany. Powód: ${reason}`,
    failed: (realm) => `Serwer „${realm}” nie mógł się uruchomić. Właściciel znajdzie powód na stronie.`,
    silent: (realm) => `Serwer „${realm}” teraz nie odpowiada. Spróbuj ponownie za chwilę.`,
    crowded: (realm) =>
      `Pozostałe miejsca na serwerze „${realm}” są zarezerwowane dla innych sieci. Dołączysz, gdy wyjdzie ktoś z Twojej.`,
  },
};

/** The message for the player: in the language of the realm's owner, or in English if no realm is known. */
export function messageFor(answer: Answer): string {
  switch (answer.reason) {
    case 'unknown':
      return `There is no realm at ${answer.hostname}. Please check the address for a typing mistake.`;
    case 'warming':
      return 'This address cannot be looked up right now. Please try again in a few seconds.';
    case 'elsewhere':
      return `Please type the whole address of a realm, such as name.${answer.baseDomain}.`;
    case 'invalid':
      return `This is not the address of a realm. Please type the whole address, such as name.${answer.baseDomain}.`;
    case 'hurried':
      return 'Too many attempts to join. Please wait a minute, then try again.';
    default:
      return realmMessage(answer.reason, answer.route);
  }
}

/** The same for the client's server list, with the realm's description below; the client leaves out what does not fit. */
export function listMessageFor(answer: Answer): string {
  const message = messageFor(answer);
  const description = 'route' in answer ? answer.route.description : undefined;
  return description === undefined ? message : `${message}\n${plain(description)}`;
}

function realmMessage(state: RealmReason, { language, name, reason, wakers, place = 1 }: GatewayRoute): string {
  const messages = realmMessages[language];
  if (state === 'sleeping' && wakers === 'MANAGERS') return messages.refused(plain(name));
  if (state === 'blocked' && reason !== null) return messages.blockedBecause(plain(name), shortened(plain(reason)));
  if (state === 'waiting') return messages.waiting(plain(name), place);
  return messages[state](plain(name));
}

/** The text without the game's formatting codes, line breaks, control characters and characters that change the text direction. */
function plain(text: string): string {
  return text.replaceAll(/[§\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '');
}

function shortened(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= maxReasonLength) return text;
  return `${characters
    .slice(0, maxReasonLength - 1)
    .join('')
    .trimEnd()}…`;
}
