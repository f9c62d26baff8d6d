import { type Article, Kind } from '@/model';
import { Contents } from './contents';
import { toHtml } from './html.js';

/** An article as a page, with its contents and how long it takes to read: what a service does with each request. */
export function render(article: Article) {
  const html = toHtml(article.markdown);
  const contents = article.kind === Kind.Long ? new Contents(html).headings : [];
  return {
    title: article.title,
    html,
    contents,
    minutes: Math.ceil(article.markdown.split(/\s+/).length / 200),
  };
}

/** The same of octets: Markdown in UTF-8 to HTML in UTF-8. */
export const renderOctets = (markdown: Buffer) => Buffer.from(toHtml(markdown.toString('utf8')));
