import type { Language } from '@realmkeep/contract';
import type { SubscriptionRow } from './subscription-queries.ts';

type Ending = Pick<SubscriptionRow, 'tier' | 'period_ends_at'>;

const day = (language: Language, date: Date) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** What players are told of their subscription by a direct message. */
export const subscriptionWords: Record<Language, { ends: (subscription: Ending) => string }> = {
  en: {
    ends: ({ tier, period_ends_at }) =>
      `Your ${tier} subscription ends on ${day('en', period_ends_at)} and will not be renewed: it is cancelled, or there are too few coins. Servers above the free tier’s limit will be stopped then and kept for two weeks.`,
  },
  ru: {
    ends: ({ tier, period_ends_at }) =>
      `Подписка ${tier} заканчивается ${day('ru', period_ends_at)} и не продлится: она отменена или не хватает монет. Серверы сверх лимита бесплатного тарифа будут остановлены и сохранятся ещё две недели.`,
  },
  pl: {
    ends: ({ tier, period_ends_at }) =>
      `Subskrypcja ${tier} kończy się ${day('pl', period_ends_at)} i nie zostanie odnowiona: jest anulowana albo brakuje monet. Serwery ponad limit darmowego planu zostaną wtedy zatrzymane i przechowane przez dwa tygodnie.`,
  },
};
