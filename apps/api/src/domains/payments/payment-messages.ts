import { longDate } from '../identity/chat/chat-messages.ts';
import type { Language } from '@realmkeep/contract';
import type { GivenBack } from '../subscriptions/subscription-give-back.ts';

/** A present that was taken back. */
interface PresentBack {
  payer: string;
  recipient: string;
  /** Coins of the payment that were taken back, and how many of those from the payer. */
  coins: number;
  fromPayer: number;
  subscription: GivenBack | null;
}

interface PresentMessages {
  toRecipient: (present: PresentBack) => string;
  toPayer: (present: PresentBack) => string;
}

/** The direct messages to both. The caller escapes names. */
export const presentMessages: Record<Language, PresentMessages> = {
  en: {
    toRecipient: ({ payer, coins, fromPayer, subscription }) =>
      [
        `The payment for ${coins} coins that ${payer} gave you was reversed. Coins taken from your account: ${coins - fromPayer}.`,
        subscription &&
          (subscription.endsAt
            ? `Your subscription was bought with them, so it now ends earlier, on ${longDate('en', subscription.endsAt)}.`
            : 'Your subscription was bought with them, so it has ended. Servers above the free tier’s limit are stopped and kept for two weeks.'),
        'You do not owe anything.',
      ]
        .filter(Boolean)
        .join(' '),
    toPayer: ({ recipient, coins, fromPayer }) =>
      fromPayer > 0
        ? `The payment for ${coins} coins that you gave to ${recipient} was reversed. Already used: ${fromPayer}. These are taken from your coins, and you owe any that you do not have until later coins repay them.`
        : `The payment for ${coins} coins that you gave to ${recipient} was reversed, and the coins were taken back.`,
  },
  ru: {
    toRecipient: ({ payer, coins, fromPayer, subscription }) =>
      [
        `Платёж за монеты (${coins}), которые вам подарил игрок ${payer}, отозван. Списано с вашего счёта: ${coins - fromPayer}.`,
        subscription &&
          (subscription.endsAt
            ? `На них была куплена ваша подписка: теперь она закончится раньше, ${longDate('ru', subscription.endsAt)}.`
            : 'На них была куплена ваша подписка: она закончилась. Серверы сверх лимита бесплатного тарифа остановлены и сохранятся ещё две недели.'),
        'Вы ничего за это не должны.',
      ]
        .filter(Boolean)
        .join(' '),
    toPayer: ({ recipient, coins, fromPayer }) =>
      fromPayer > 0
        ? `Платёж за монеты (${coins}), которые вы подарили игроку ${recipient}, отозван. Часть из них (${fromPayer}) уже использована: она списана с ваших монет, а чего не хватило, записано в долг до следующих поступлений.`
        : `Платёж за монеты (${coins}), которые вы подарили игроку ${recipient}, отозван, и монеты тоже списаны.`,
  },
  pl: {
    toRecipient: ({ payer, coins, fromPayer, subscription }) =>
      [
        `Płatność za monety (${coins}), które podarował Ci gracz ${payer}, została cofnięta. Pobrano z Twojego konta: ${coins - fromPayer}.`,
        subscription &&
          (subscription.endsAt
            ? `Kupiono za nie Twoją subskrypcję: skończy się teraz wcześniej, ${longDate('pl', subscription.endsAt)}.`
            : 'Kupiono za nie Twoją subskrypcję: skończyła się. Serwery ponad limit darmowego planu są zatrzymane i zostaną przechowane przez dwa tygodnie.'),
        'Nie masz za to żadnego długu.',
      ]
        .filter(Boolean)
        .join(' '),
    toPayer: ({ recipient, coins, fromPayer }) =>
      fromPayer > 0
        ? `Płatność za monety (${coins}), które podarowano od Ciebie graczowi ${recipient}, została cofnięta. Część z nich (${fromPayer}) już wykorzystano: pobrano ją z Twoich monet, a brakująca reszta jest długiem do czasu kolejnych wpływów.`
        : `Płatność za monety (${coins}), które podarowano od Ciebie graczowi ${recipient}, została cofnięta i monety też zabrano.`,
  },
};
