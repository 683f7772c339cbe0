import { chromium, type Browser } from 'playwright-core';

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

/** How long is waited for what a page is to show, in ms: it comes late where a core is busy with something else. */
const patience = 50_000;

/** Its visitors have asked for less motion unless they say otherwise: what moves on the home page takes a third of a core to draw. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(browserOptions);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(patience);
    return context;
  };
  return browser;
}
