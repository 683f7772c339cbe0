import { longDate } from '../identity/chat/chat-messages.ts';
import type { Language, Tier } from '@realmkeep/contract';
import type { SubscriptionRow } from './subscription-queries.ts';

type Ending = Pick<SubscriptionRow, 'tier' | 'period_ends_at'>;

/** As the pages name them. */
const names: Record<Language, Record<Tier, string>> = {
  en: { CHICKEN: 'Chicken', ZOMBIE: 'Zombie', GHAST: 'Ghast', DRAGON: 'Dragon' },
  ru: { CHICKEN: 'Курица', ZOMBIE: 'Зомби', GHAST: 'Гаст', DRAGON: 'Дракон' },
  pl: { CHICKEN: 'Kurczak', ZOMBIE: 'Zombie', GHAST: 'Ghast', DRAGON: 'Smok' },
};

/** What players are told of their subscription by a direct message. */
export const subscriptionMessages: Record<Language, { ends: (subscription: Ending) => string }> = {
  en: {
    ends: ({ tier, period_ends_at }) =>
      `Your ${names.en[tier as Tier]} subscription ends on ${longDate('en', period_ends_at)} and will not be renewed: it is cancelled, or there are too few coins. Servers above the free tier’s limit will be stopped then and kept for two weeks.`,
  },
  ru: {
    ends: ({ tier, period_ends_at }) =>
      `Подписка «${names.ru[tier as Tier]}» заканчивается ${longDate('ru', period_ends_at)} и не продлится: она отменена или не хватает монет. Серверы сверх лимита бесплатного тарифа будут остановлены и сохранятся ещё две недели.`,
  },
  pl: {
    ends: ({ tier, period_ends_at }) =>
      `Subskrypcja „${names.pl[tier as Tier]}” kończy się ${longDate('pl', period_ends_at)} i nie zostanie odnowiona: jest anulowana albo brakuje monet. Serwery ponad limit darmowego planu zostaną wtedy zatrzymane i przechowane przez dwa tygodnie.`,
  },
};
