/** The languages that players are spoken to in. */
export type Language = 'en' | 'ru' | 'pl';

/** Messages to players about the owner's plan. */
export interface PlanMessages {
  closes: Record<CloseReason, (minutes: number) => string>;
  closed: Record<CloseReason, string>;
  advertisement: (site: string) => string;
}

/** Why a realm is shut down: its hour is over, or no manager has been online. */
export type CloseReason = 'hour' | 'unmanaged';

export const planMessages: Record<Language, PlanMessages> = {
  en: {
    closes: {
      hour: (minutes: number) =>
        `This server's plan lets it run for an hour at a time. Minutes until it closes: ${minutes}. You can join again right afterwards.`,
      unmanaged: (minutes: number) =>
        `Neither the owner nor a co-owner has confirmed with a code. Minutes until this server closes: ${minutes}.`,
    },
    closed: {
      hour: "This server's hour is over. Join again to restart it.",
      unmanaged: 'This server has closed because neither its owner nor a co-owner was here.',
    },
    advertisement: (site: string) =>
      `This server is hosted free of charge on ${site}. Servers on paid plans do not show this message.`,
  },
  ru: {
    closes: {
      hour: (minutes) =>
        `На своём тарифе этот сервер работает по часу. До закрытия осталось минут: ${minutes}. Сразу после этого можно зайти снова.`,
      unmanaged: (minutes) =>
        `Ни владелец, ни совладельцы не подтвердили себя кодом. До закрытия сервера осталось минут: ${minutes}.`,
    },
    closed: {
      hour: 'Час работы сервера закончился. Зайдите снова, и он запустится.',
      unmanaged: 'Сервер закрылся: на нём не было ни владельца, ни совладельцев.',
    },
    advertisement: (site) => `Этот сервер бесплатно размещён на ${site}. На платных тарифах таких сообщений нет.`,
  },
  pl: {
    closes: {
      hour: (minutes) =>
        `W swoim planie ten serwer działa po godzinie. Minuty do zamknięcia: ${minutes}. Zaraz potem można dołączyć ponownie.`,
      unmanaged: (minutes) =>
        `Ani właściciel, ani współwłaściciel nie potwierdził tożsamości kodem. Minuty do zamknięcia serwera: ${minutes}.`,
    },
    closed: {
      hour: 'Godzina działania serwera minęła. Dołącz ponownie, a uruchomi się od nowa.',
      unmanaged: 'Serwer został zamknięty, bo nie było na nim ani właściciela, ani współwłaściciela.',
    },
    advertisement: (site) => `Ten serwer działa bezpłatnie na ${site}. W płatnych planach nie ma takich wiadomości.`,
  },
};
