import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
export const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));

/** The reason why the tests of pages are skipped; false if they run. */
export const noBrowser =
  executablePath === undefined &&
  'there is no Chromium here: install it (apt-get install chromium), or set CHROMIUM to where it is';

/** Requests that Chromium itself would make to the network are switched off. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let launched: Promise<Browser> | undefined;
after(async () => (await launched)?.close());

/** Starts the browser once for all files of a process. It ends with the tests. */
export const launch = (): Promise<Browser> => {
  launched ??= chromium.launch({ ...(executablePath && { executablePath }), args: FLAGS });
  return launched;
};

/** Closes the pages of a file, whose tests have ended. */
export const closePages = async (browser: Browser | undefined): Promise<void> => {
  for (const context of browser?.contexts() ?? []) await context.close();
};

/** A page, with its errors and the requests that it sends to a network. */
export type Watched = { readonly page: Page; readonly complaints: string[]; readonly requests: string[] };

export async function open(
  browser: Browser,
  file: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) requests.push(request.url());
  });
  await page.goto(`file://${file}`);
  return { page, complaints, requests };
}
