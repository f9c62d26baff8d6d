import type { Element } from 'hast';
import { h } from 'hastscript';
import { LIGHT_REQUESTS } from '../../charts/light-requests.ts';
import { NEEDS } from '../../charts/needs.ts';
import type { Chart } from '../../question.ts';

/** Builds the card of the two pictures of REPORT.md, which need no script; empty if none was drawn. */
export function picturesCard(charts: readonly Chart[]): Element[] {
  const drawn = [LIGHT_REQUESTS, NEEDS].flatMap((name) => charts.find(({ file }) => file === name) ?? []);
  return drawn.length === 0
    ? []
    : [h('section.card.pictures', { ariaLabel: 'The differences' }, drawn.map(picture))];
}

const picture = ({ svg, alt }: Chart): Element =>
  h('img', { alt, src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` });
