import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterEach } from 'vitest';

/** Opens contexts in English unless `options` say otherwise, each of which is closed at the end of its test; one that has failed prints what its pages show. */
export function contextsIn(browser: () => Browser): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  const contexts: { context: BrowserContext; complaints: string[] }[] = [];
  afterEach(async ({ task }) => {
    for (const { context, complaints } of contexts.splice(0)) {
      if (task.result?.state === 'fail') console.error(await pagesOf(context), complaints.join('\n'));
      await context.close();
    }
  });
  return async (options = {}) => {
    const context = await browser().newContext({ locale: 'en-GB', ...options });
    const complaints: string[] = [];
    context.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
    context.on('weberror', (fault) => complaints.push(String(fault.error())));
    contexts.push({ context, complaints });
    return context;
  };
}

async function pagesOf(context: BrowserContext): Promise<string> {
  const seen = context.pages().map(async (page) => `${page.url()}\n${await page.locator('html').ariaSnapshot()}`);
  return (await Promise.all(seen)).join('\n');
}
