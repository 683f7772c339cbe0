import { randomInt } from 'node:crypto';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { keepTokens, linkChat, logIn, register, type Tokens } from '@realmkeep/testkit/people';

/** The shared product and a browser, for tests with payments: stand-ins play the providers. */

interface Player {
  nickname: string;
  tokens: Tokens;
}

interface Looks extends BrowserContextOptions {
  language?: 'en' | 'ru' | 'pl';
}

export interface ShopFront {
  url: string;
  gamePort: number;
  open: (path: string, looks?: Looks) => Promise<Page>;
  /** Opens a page with the player's tokens in its storage. */
  openAs: (player: Player, path: string, looks?: Looks) => Promise<Page>;
  /** Registers a player, and links a chat account. */
  newPlayer: () => Promise<Player>;
  /** @throws Error when one of the pages has logged an error */
  closePages: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startShopFront(): Promise<ShopFront> {
  const { port, gamePort } = inject('sharedPlace');
  // The origin that the providers send buyers back to.
  const url = `http://localhost:${port}`;
  const browser = await sharedBrowser();

  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  const newPage = async ({ language = 'en', ...options }: Looks = {}): Promise<Page> => {
    const context = await browser.newContext({ locale: language, ...options });
    contexts.push(context);
    await context.addCookies([{ name: 'locale', value: language, url }]);
    const page = await context.newPage();
    page.on('pageerror', (fault) => faults.push(fault.message));
    return page;
  };

  return {
    url,
    gamePort,
    open: async (path, looks) => {
      const page = await newPage(looks);
      await page.goto(url + path);
      return page;
    },
    openAs: async ({ tokens }, path, looks) => {
      const page = await newPage(looks);
      await keepTokens(page, url, tokens);
      await page.goto(url + path);
      return page;
    },
    newPlayer: async () => {
      const nickname = `Shopper_${randomInt(1e8)}`;
      await register(url, nickname);
      const tokens = await logIn(url, nickname);
      await linkChat(url, tokens.token, nickname);
      return { nickname, tokens };
    },
    closePages: async () => {
      for (const context of contexts.splice(0)) await context.close();
      if (faults.length > 0) throw new Error(faults.splice(0).join('\n'));
    },
    stop: () => closePages(browser),
  };
}

/** Starts a purchase with the button of this label, and ends on the provider's page. */
export async function toCheckout(page: Page, label: RegExp): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.waitForURL('**/sandbox/pay/checkout/*');
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
