import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { questions } from '@cpu-bound/questions/questions';
import type { Analysis } from '@cpu-bound/study/model';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { renderHtml } from '../../src/html/render.ts';
import { writeHtml } from '../../src/write.ts';
import { launch, open, type Watched } from './chromium.ts';

/** An analysis as a page, without its charts: those take their time, and most sentences are not about them. */
export const plainHtml = (analysis: Analysis): string => renderHtml(analysis, questions, []);

/** A browser and a folder for its pages; both go with `close`. */
export type Desk = {
  readonly browser: Browser;
  readonly folder: string;
  readonly close: () => Promise<void>;
};

export async function desk(): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'report-html-'));
  const browser = await launch();
  const close = async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  };
  return { browser, folder, close };
}

/** Writes the page of an analysis, charts and all, and opens it. */
export async function openReport(
  { browser, folder }: Desk,
  analysis: Analysis,
  options: BrowserContextOptions = {},
): Promise<Watched & { readonly file: string }> {
  const file = join(folder, 'report.html');
  await writeHtml(file, analysis, questions);
  return { ...(await open(browser, file, options)), file };
}

/** The strategies as they stand, first to last. */
export const ranked = (page: Page): Promise<string[]> => page.locator('#ranking .place code').allInnerTexts();

export const need = (page: Page, id: string): Locator => page.locator(`#need-${id}`);

/** The text about a strategy in a need's line, without the parts that show on demand. */
export const laneOf = (page: Page, needId: string, strategy: string): Locator =>
  need(page, needId).locator(`.lane[data-strategy="${strategy}"]`);

/** Until a list that slides has come to rest. */
export const atRest = (page: Page): Promise<unknown> =>
  page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');

/** The text that a reader sees of it. */
export const textOf = async (found: Locator): Promise<string> => (await found.allInnerTexts()).join(' ');
