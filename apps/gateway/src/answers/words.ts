import type { GatewayRoute } from '@realmkeep/contract/gateway';

/** Why a client is answered in words, with what the words name. */
export type Answer =
  | { reason: 'stopped' | 'sleeping' | 'starting' | 'blocked' | 'failed' | 'silent'; route: GatewayRoute }
  | { reason: 'unknown' | 'warming'; hostname: string }
  | { reason: 'elsewhere' | 'invalid'; baseDomain: string }
  | { reason: 'hurried' };

type Catalogue = Record<
  'stopped' | 'sleeping' | 'starting' | 'blocked' | 'failed' | 'silent',
  (realm: string) => string
>;

const REALM_WORDS: Record<GatewayRoute['language'], Catalogue> = {
  en: {
    stopped: (realm) => `${realm} is switched off. Its owner can switch it on at the web page.`,
    sleeping: (realm) => `${realm} is asleep. Its owner can wake it at the web page.`,
    starting: (realm) => `${realm} is starting. Please try again in a few seconds.`,
    blocked: (realm) => `${realm} is blocked. Its owner finds the reason at the web page.`,
    failed: (realm) => `${realm} could not start. Its owner finds the reason at the web page.`,
    silent: (realm) => `${realm} does not answer just now. Please try again in a moment.`,
  },
  ru: {
    stopped: (realm) => `Мир «${realm}» выключен. Владелец может включить его на сайте.`,
    sleeping: (realm) => `Мир «${realm}» спит. Владелец может разбудить его на сайте.`,
    starting: (realm) => `Мир «${realm}» запускается. Попробуйте снова через несколько секунд.`,
    blocked: (realm) => `Мир «${realm}» заблокирован. Владелец найдёт причину на сайте.`,
    failed: (realm) => `Мир «${realm}» не смог запуститься. Владелец найдёт причину на сайте.`,
    silent: (realm) => `Мир «${realm}» сейчас не отвечает. Попробуйте снова чуть позже.`,
  },
  pl: {
    stopped: (realm) => `Świat „${realm}” jest wyłączony. Właściciel może włączyć go na stronie.`,
    sleeping: (realm) => `Świat „${realm}” śpi. Właściciel może obudzić go na stronie.`,
    starting: (realm) => `Świat „${realm}” się uruchamia. Spróbuj ponownie za kilka sekund.`,
    blocked: (realm) => `Świat „${realm}” jest zablokowany. Właściciel znajdzie powód na stronie.`,
    failed: (realm) => `Świat „${realm}” nie mógł się uruchomić. Właściciel znajdzie powód na stronie.`,
    silent: (realm) => `Świat „${realm}” teraz nie odpowiada. Spróbuj ponownie za chwilę.`,
  },
};

/** The sentences for the player: in the language of the realm's owner, in English where no realm is known. */
export function wordsFor(answer: Answer): string {
  switch (answer.reason) {
    case 'unknown':
      return `There is no realm at ${answer.hostname}. Please check the address for a typing mistake.`;
    case 'warming':
      return 'The service is just starting. Please try again in a few seconds.';
    case 'elsewhere':
      return `Please type the whole address of a realm, such as name.${answer.baseDomain}.`;
    case 'invalid':
      return `This is no realm's address. Please type it whole, such as name.${answer.baseDomain}.`;
    case 'hurried':
      return 'Too many attempts to join. Please wait a minute, then try again.';
    default:
      return REALM_WORDS[answer.route.language][answer.reason](plain(answer.route.name));
  }
}

/** A name without the game's formatting codes and control characters. */
function plain(name: string): string {
  return name.replaceAll(/[§\p{Cc}]/gu, '');
}
