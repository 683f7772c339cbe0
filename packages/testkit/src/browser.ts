import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { TestRunner } from 'vitest';

/** Debian's Chromium without the parts that no page sees. It connects to nothing but the page's server. */
export const browserOptions = {
  executablePath: '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    // Emulating a graphics card takes a third of the processor's time.
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** How long to wait for something on a page, in ms: it is late if a core is busy with something else. */
const patience = 50_000;

/** Code of a page runs for a second or two: to optimise it takes longer than it saves, an eighth of the processor's time. */
const unoptimised = '--js-flags=--no-opt --no-maglev';

/**
 * Its visitors have asked for less motion unless they say otherwise: what moves on the home page takes a third of a core to draw.
 * @param computes whether a page of its computes for long
 */
export async function launchBrowser({ computes = false } = {}): Promise<Browser> {
  const args = computes ? browserOptions.args : [...browserOptions.args, unoptimised];
  const browser = await chromium.launch({ ...browserOptions, args });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(patience);
    const complaints: string[] = [];
    context.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
    context.on('weberror', (fault) => complaints.push(String(fault.error())));
    open.set(context, complaints);
    context.once('close', () => open.delete(context));
    const close = context.close.bind(context);
    context.close = async (reason) => {
      if (TestRunner.getCurrentTest()?.result?.state === 'fail') await printPages(context);
      await close(reason);
    };
    return context;
  };
  return browser;
}

/** Each with the requests that failed and the errors of its pages. */
const open = new Map<BrowserContext, string[]>();

/** Prints what is open when a test has failed; what it closes itself is printed then. */
export async function printOpenPages(): Promise<void> {
  for (const context of open.keys()) await printPages(context);
}

async function printPages(context: BrowserContext): Promise<void> {
  const seen = context.pages().map(async (page) => `${page.url()}\n${await page.locator('html').ariaSnapshot()}`);
  console.error([...(await Promise.all(seen)), ...(open.get(context) ?? [])].join('\n'));
}

let shared: Promise<Browser> | undefined;

/** One for all test files of a worker, which ends with it: starting Chromium takes longer than most tests. */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => browser.once('disconnected', () => (shared = undefined)));
  return shared;
}

/** Closes what a test file has opened in it. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
