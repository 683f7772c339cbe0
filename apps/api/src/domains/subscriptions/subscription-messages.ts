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

/** The direct messages to players about their subscription. */
interface SubscriptionMessages {
  ends: (subscription: Ending) => string;
  /** The month is over, and was not paid for. */
  failed: (subscription: Pick<SubscriptionRow, 'tier'>) => string;
  coins: string;
  plans: string;
}

export const subscriptionMessages: Record<Language, SubscriptionMessages> = {
  en: {
    ends: ({ tier, period_ends_at }) =>
      `Your ${names.en[tier as Tier]} subscription ends on ${longDate('en', period_ends_at)} and will not be renewed: it was cancelled, or you have too few coins. Servers above the free tier’s limit will then be stopped and kept for two weeks.`,
    failed: ({ tier }) =>
      `Your ${names.en[tier as Tier]} subscription could not be renewed: you have too few coins, or the plan is no longer sold. You are now on the free tier. Servers above its limit are stopped, and will be deleted in two weeks unless you subscribe again.`,
    coins: 'Get coins',
    plans: 'See the plans',
  },
  ru: {
    ends: ({ tier, period_ends_at }) =>
      `Подписка «${names.ru[tier as Tier]}» заканчивается ${longDate('ru', period_ends_at)} и не продлится: она отменена или не хватает монет. Серверы сверх лимита бесплатного тарифа будут остановлены и сохранятся ещё две недели.`,
    failed: ({ tier }) =>
      `Подписку «${names.ru[tier as Tier]}» не удалось продлить: не хватает монет, или этот тариф больше не продаётся. Сейчас у вас бесплатный тариф. Серверы сверх его лимита остановлены и будут удалены через две недели, если вы не подпишетесь снова.`,
    coins: 'Купить монеты',
    plans: 'Посмотреть тарифы',
  },
  pl: {
    ends: ({ tier, period_ends_at }) =>
      `Subskrypcja „${names.pl[tier as Tier]}” kończy się ${longDate('pl', period_ends_at)} i nie zostanie odnowiona: jest anulowana albo brakuje monet. Serwery ponad limit darmowego planu zostaną wtedy zatrzymane i przechowane przez dwa tygodnie.`,
    failed: ({ tier }) =>
      `Nie udało się odnowić subskrypcji „${names.pl[tier as Tier]}”: brakuje monet albo tego planu już nie ma w sprzedaży. Masz teraz darmowy plan. Serwery ponad jego limit są zatrzymane i zostaną usunięte za dwa tygodnie, chyba że zasubskrybujesz ponownie.`,
    coins: 'Kup monety',
    plans: 'Zobacz plany',
  },
};
