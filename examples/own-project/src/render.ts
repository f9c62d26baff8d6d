import { type Article, Kind } from '@/model';
import { Contents } from './contents';
import { toHtml } from './html.js';

const WORDS_A_MINUTE = 200;
const MANY_WORDS = 500;

/** An article as a page, with its contents and how long it takes to read: what a service does with each request. */
export function render({ title, markdown, kind }: Article) {
  const words = markdown.split(/\s+/).length;
  const html = toHtml(markdown);
  const { headings } = new Contents(html);
  const isLong = (kind ?? (words > MANY_WORDS ? Kind.Long : Kind.Short)) === Kind.Long;
  return { title, html, contents: isLong ? headings : [], minutes: Math.ceil(words / WORDS_A_MINUTE) };
}

/** The same of octets: Markdown in UTF-8 to HTML in UTF-8. */
export const renderOctets = (markdown: Buffer) => Buffer.from(toHtml(markdown.toString('utf8')));
