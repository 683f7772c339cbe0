import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterEach } from 'vitest';

/** Opens contexts in English unless `options` say otherwise, each of which is closed at the end of its test. */
export function contextsIn(browser: () => Browser): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  return async (options = {}) => {
    const context = await browser().newContext({ locale: 'en-GB', ...options });
    contexts.push(context);
    return context;
  };
}
