import { expect, test } from 'vitest';
import { subscriptionMessages } from './subscription-messages.ts';

test('the end of a subscription is told with the plan’s name and the day as they are said', () => {
  const ending = { tier: 'DRAGON', period_ends_at: new Date('2026-12-01T12:00:00Z') };
  expect(subscriptionMessages.en.ends(ending)).toMatch(/^Your Dragon subscription ends on December 1, 2026 and /);
  expect(subscriptionMessages.ru.ends(ending)).toMatch(/^Подписка «Дракон» заканчивается 1 декабря 2026 г\. и /);
  expect(subscriptionMessages.pl.ends(ending)).toMatch(/^Subskrypcja „Smok” kończy się 1 grudnia 2026 i /);
});
