import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { decided } from '@cpu-bound/questions/test/analysis';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import type { Analysis } from '@cpu-bound/study/model';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { renderHtml } from '../../src/html/render.ts';
import { drawPictures } from '../../src/picture/svg.ts';
import { writeHtml } from '../../src/write.ts';
import { closePages, launch, open, type Watched } from './chromium.ts';

/** Renders an analysis as a page with its picture and no other chart: those take long. */
const plainHtml = (analysis: Analysis): string => renderHtml(analysis, questions, drawPictures(analysis));

/** A run with every question, the largest page. */
export const everything: Analysis = decided(analyse(everyQuestion(10), questions));

/** The browser, and the folder of the pages; `close` closes the pages. */
export type Desk = {
  readonly browser: Browser;
  readonly folder: string;
  readonly close: () => Promise<void>;
};

const folder = mkdtempSync(join(tmpdir(), 'report-html-'));
after(() => rm(folder, { recursive: true }));

export async function desk(): Promise<Desk> {
  const browser = await launch();
  return { browser, folder, close: () => closePages(browser) };
}

/** The files of the pages that were written: drawing their charts takes long. */
const written = new Map<Analysis, string>();

/** Opens the page of an analysis with its picture alone. */
export async function openPlain(
  at: Desk,
  analysis: Analysis,
  options: BrowserContextOptions = {},
): Promise<Watched & { readonly file: string }> {
  const file = join(folder, `plain-${crypto.randomUUID()}.html`);
  await writeFile(file, plainHtml(analysis));
  return { ...(await open(at.browser, file, options)), file };
}

/** Writes the page of an analysis with its charts if it was not opened before, and opens it. */
export async function openReport(
  { browser }: Desk,
  analysis: Analysis,
  options: BrowserContextOptions = {},
): Promise<Watched & { readonly file: string }> {
  const file = written.get(analysis) ?? join(folder, `report-${written.size}.html`);
  if (!written.has(analysis)) await writeHtml(file, analysis, questions);
  written.set(analysis, file);
  return { ...(await open(browser, file, options)), file };
}

/** Returns the text that a reader sees. */
export const textOf = async (found: Locator): Promise<string> => (await found.allInnerTexts()).join(' ');

/** Opens each folded part of a page. */
export const unfold = (page: Page): Promise<unknown> =>
  page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
