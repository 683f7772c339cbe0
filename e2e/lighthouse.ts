import lighthouse, { type Flags, type Result } from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '../apps/supervisor/test/product.ts';
import { browserOptions } from './browser.ts';
import { createRealm, keepTokens, linkChat, logIn, register } from './people.ts';

interface Measured {
  /** From 0 to 100, by category: `performance`, `accessibility`, … */
  scores: Record<string, number>;
  /** How far what was seen has moved: 0 is not at all. */
  layoutShift: number;
  /** What costs points, by the names of the audits. */
  faults: string[];
}

export interface Measure extends AsyncDisposable {
  /** Measures a page as a phone shows it. @param path of the product */
  (path: string, settings: Flags): Promise<Measured>;
  /** A realm of the player's who is logged in. */
  realmId: string;
}

/** A browser for Lighthouse, with a player logged in who has a realm. @param url of the product */
export async function startLighthouse(url: string): Promise<Measure> {
  const username = 'Lighthouse';
  await register(url, username);
  const tokens = await logIn(url, username);
  await linkChat(url, tokens.token, username);
  const realmId = await createRealm(url, tokens.token, 'lighthouse');

  const port = await freePort();
  // Lighthouse opens its pages where this context has its own: they share what is stored.
  const context = await chromium.launchPersistentContext('', {
    ...browserOptions,
    args: [...browserOptions.args, `--remote-debugging-port=${port}`],
    locale: 'en-GB',
  });
  await keepTokens(await context.newPage(), url, tokens);

  const measure = async (path: string, settings: Flags): Promise<Measured> => {
    const run = await lighthouse(url + path, { port, logLevel: 'error', disableStorageReset: true, ...settings });
    if (!run) throw new Error(`Lighthouse has measured nothing on ${path}`);
    if (run.lhr.runtimeError) throw new Error(`${path}: ${run.lhr.runtimeError.code}`);
    return read(run.lhr);
  };
  return Object.assign(measure, { realmId, [Symbol.asyncDispose]: () => context.close() });
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
