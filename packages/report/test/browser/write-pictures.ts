import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { executablePath, FLAGS } from './chromium.ts';

/**
 * Takes the pictures of the README: the top of the committed page in both schemes, as wide as GitHub shows a README.
 * `node packages/report/test/browser/write-pictures.ts`, after a new study was published.
 */
const top = join(import.meta.dirname, '../../../..');
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: FLAGS });
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: { width: 1012, height: 980 }, colorScheme });
  await page.goto(`file://${join(top, 'report/index.html')}`);
  await page.locator('html.live').waitFor();
  await page.screenshot({ path: join(top, `docs/page-${colorScheme}.png`) });
}
await browser.close();
