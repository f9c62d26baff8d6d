import { type Article, Kind } from '@/model';
import { Contents } from './contents';
import { toHtml } from './html.js';

const WORDS_A_MINUTE = 200;
const MANY_WORDS = 500;

/** Renders an article as a page, with its contents and its reading time: the work of each request. */
export function render({ title, markdown, kind }: Article) {
  const words = markdown.split(/\s+/).length;
  const html = toHtml(markdown);
  const { headings } = new Contents(html);
  const isLong = (kind ?? (words > MANY_WORDS ? Kind.Long : Kind.Short)) === Kind.Long;
  return { title, html, contents: isLong ? headings : [], minutes: Math.ceil(words / WORDS_A_MINUTE) };
}

/** Renders octets: Markdown in UTF-8 to HTML in UTF-8. */
export const renderOctets = (markdown: Buffer) => Buffer.from(toHtml(markdown.toString('utf8')));
