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

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions);
}
