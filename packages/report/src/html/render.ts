import { readFileSync } from 'node:fs';
import { amongMain } from '@cpu-bound/study/decide/among';
import type { Analysis } from '@cpu-bound/study/model';
import { slug } from 'github-slugger';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { HOW_RANKED } from '../decision/choice.ts';
import { renderReport } from '../page.ts';
import type { AnyReportScenario, Chart } from '../sections/section.ts';
import { pageData } from './data.ts';
import { inlineScript } from './inline-script.ts';

/**
 * The report as one file of HTML that needs no other: the page as it is in Markdown, with contents at the side, needs
 * to weigh, and charts that can be pointed at. The same analysis gives the same bytes.
 */
export function renderHtml(
  analysis: Analysis,
  scenarios: readonly AnyReportScenario[],
  charts: readonly Chart[],
): string {
  const main = amongMain(analysis);
  const markdown = renderReport(analysis, scenarios, { at: 'charts', drawn: charts });
  const asked = scenarios.filter(({ id }) => analysis.scenarios[id]);
  const html = [
    anchors,
    regions,
    (text: string) => images(text, charts),
    (text: string) => figures(text, asked),
  ].reduce(
    (text, change) => change(text),
    micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  );
  const [title = ''] = /(?<=^# ).*/m.exec(markdown) ?? [];
  const data = JSON.stringify(pageData(main)).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${escaped(title.replaceAll('`', ''))}</title>
<style>
${readFileSync(new URL('./style.css', import.meta.url), 'utf8')}</style>
</head>
<body>
<nav aria-label="On this page">
${contents(html)}
</nav>
<main>
${withControls(html)}
</main>
<script type="application/json" id="data">${data}</script>
<script>
${inlineScript()}
</script>
</body>
</html>
`;
}

const CONTROLS = `<section class="controls" aria-labelledby="weigh">
<h2 id="weigh">Weigh your own needs</h2>
<div id="weights"></div>
<p>${HOW_RANKED} The range is what inconclusive comparisons leave open.</p>
<p id="choice" aria-live="polite"></p>
<ol id="ranking"></ol>
<div id="switches"></div>
</section>`;

/** After the table of needs, which follows them. */
const withControls = (html: string): string =>
  html
    .replace('<table>', '<table class="needs">')
    .replace(/(<table class="needs">[\s\S]*?<\/table>\n?<\/div>)/, `$1\n${CONTROLS}`);

/** As GitHub names them, so that links into a page are the same in both. */
const anchors = (html: string): string =>
  html.replace(/<h2>(.*?)<\/h2>/g, (_, text: string) => `<h2 id="${slug(plain(text))}">${text}</h2>`);

const contents = (html: string): string =>
  `<ul>\n${[...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)].map(([, id, text]) => `<li><a href="#${id}">${text}</a></li>`).join('\n')}\n</ul>`;

/** What is wider than a screen scrolls by itself, with the keyboard too. */
function regions(html: string): string {
  let count = 0;
  return html
    .replace(
      /<table>/g,
      () => `<div class="scroll" role="region" tabindex="0" aria-label="Table ${++count}"><table>`,
    )
    .replaceAll('</table>', '</table>\n</div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
}

/** The charts that were drawn, within the page; where its script runs, only print shows them. */
const images = (html: string, charts: readonly Chart[]): string =>
  html.replace(/<img src="charts\/([^"]+)" alt="([^"]*)" \/>/g, (_, file: string, alt: string) => {
    const svg = charts.find((one) => one.file === file)?.svg ?? '';
    const isKept = file === 'needs.svg';
    return `<img${isKept ? '' : ' class="drawn"'} src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" alt="${alt}">`;
  });

/** A place for each question's marks, after its sentences. */
const figures = (html: string, asked: readonly AnyReportScenario[]): string =>
  asked.reduce((text, { id, question }) => {
    const heading = `<h2 id="${slug(question)}">${escaped(question)}</h2>\n<ul>`;
    const at = text.indexOf(heading);
    const end = text.indexOf('</ul>', at);
    if (at < 0 || end < 0) return text;
    const figure = `\n<figure class="explore" data-scenario="${id}" data-question="${escaped(question)}"></figure>`;
    return `${text.slice(0, end + 5)}${figure}${text.slice(end + 5)}`;
  }, html);

const plain = (html: string) => html.replace(/<[^>]+>/g, '').replaceAll('&amp;', '&');
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
