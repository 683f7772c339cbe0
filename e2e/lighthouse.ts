import lighthouse, { type Flags, type Result } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { freePort } from '@realmkeep/testkit/free-port';
import { browserOptions } from '@realmkeep/testkit/browser';
import { createRealm, keepTokens, linkChat, logIn, register } from '@realmkeep/testkit/people';

/**
 * The measured pages and their visitors: somebody who comes for the first time, or a logged-in player, who has been here before and so has the
 * product's files in the browser's cache.
 */
export const measuredPages = {
  '/': 'visitor',
  '/shop': 'visitor',
  '/account': 'player',
  '/realm/details': 'player',
  '/terms-of-service': 'visitor',
} as const;

interface Measured {
  /** From 0 to 100, by category: `performance`, `accessibility`, … */
  scores: Record<string, number>;
  /** Cumulative layout shift; 0 is none. */
  layoutShift: number;
  /** The names of the audits that cost points. */
  faults: string[];
}

export interface Measure extends AsyncDisposable {
  /** Measures a page as a phone shows it. */
  (path: keyof typeof measuredPages, settings: Flags): Promise<Measured>;
}

/** Starts two browsers for Lighthouse: a visitor's, and that of a player with a realm. @param url the product's */
export async function startLighthouse(url: string): Promise<Measure> {
  const username = 'Lighthouse';
  await register(url, username);
  const tokens = await logIn(url, username);
  await linkChat(url, tokens.token, username);
  const realmId = await createRealm(url, tokens.token, 'lighthouse');

  const browsers = { visitor: await launch(), player: await launch() };
  const page = await browsers.player.context.newPage();
  await keepTokens(page, url, tokens);

  const measure = async (path: keyof typeof measuredPages, settings: Flags): Promise<Measured> => {
    const who = measuredPages[path];
    const address = `${url}${path}${path === '/realm/details' ? `?id=${realmId}` : ''}`;
    if (who === 'player') {
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.goto('about:blank');
    }
    const { port } = browsers[who];
    const run = await lighthouse(address, {
      port,
      logLevel: 'error',
      disableStorageReset: who === 'player',
      ...settings,
    });
    if (!run) throw new Error(`Lighthouse has measured nothing on ${path}`);
    if (run.lhr.runtimeError) throw new Error(`${path}: ${run.lhr.runtimeError.code}`);
    return read(run.lhr);
  };
  return Object.assign(measure, {
    [Symbol.asyncDispose]: async () => {
      for (const { context } of Object.values(browsers)) await context.close();
    },
  });
}

/** Lighthouse opens its pages in this same context, so they share its storage. */
async function launch(): Promise<{ context: BrowserContext; port: number }> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext('', {
    ...browserOptions,
    args: [...browserOptions.args, `--remote-debugging-port=${port}`],
    locale: 'en-GB',
  });
  return { context, port };
}

function read({ categories, audits }: Result): Measured {
  const refs = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
  return {
    scores: Object.fromEntries(Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)])),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Infinity,
    faults: refs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) return [];
      return [`${id}: ${JSON.stringify(audit.details ?? audit.displayValue).slice(0, 400)}`];
    }),
  };
}
