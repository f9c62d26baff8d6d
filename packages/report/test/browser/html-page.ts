import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { questions } from '@cpu-bound/questions/questions';
import type { Analysis } from '@cpu-bound/study/model';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { renderHtml } from '../../src/html/render.ts';
import { writeHtml } from '../../src/write.ts';
import { launch, open, type Watched } from './chromium.ts';

/** Renders an analysis as a page without its charts, which take long and which most tests do not need. */
export const plainHtml = (analysis: Analysis): string => renderHtml(analysis, questions, []);

/** A browser and a folder for its pages; `close` removes both. */
export type Desk = {
  readonly browser: Browser;
  readonly folder: string;
  /** The files of the pages that were written, because drawing their charts takes long. */
  readonly written: Map<Analysis, string>;
  readonly close: () => Promise<void>;
};

export async function desk(): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'report-html-'));
  const browser = await launch();
  const close = async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  };
  return { browser, folder, written: new Map(), close };
}

/** Writes the page of an analysis with its charts if it was not opened before, and opens it. */
export async function openReport(
  { browser, folder, written }: Desk,
  analysis: Analysis,
  options: BrowserContextOptions = {},
): Promise<Watched & { readonly file: string }> {
  const file = written.get(analysis) ?? join(folder, `report-${written.size}.html`);
  if (!written.has(analysis)) await writeHtml(file, analysis, questions);
  written.set(analysis, file);
  return { ...(await open(browser, file, options)), file };
}

/** Returns the strategies in the order of the page. */
export const ranked = (page: Page): Promise<string[]> => page.locator('#ranking .place code').allInnerTexts();

export const need = (page: Page, id: string): Locator => page.locator(`#need-${id}`);

/** Returns the text about a strategy in a need's line, without the parts that show on demand. */
export const laneOf = (page: Page, needId: string, strategy: string): Locator =>
  need(page, needId).locator(`.lane[data-strategy="${strategy}"]`);

/** Waits until a sliding list has come to rest. */
export const atRest = (page: Page): Promise<unknown> =>
  page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');

/** Returns the text that a reader sees. */
export const textOf = async (found: Locator): Promise<string> => (await found.allInnerTexts()).join(' ');
