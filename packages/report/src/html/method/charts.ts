import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Chart } from '../../sections/section.ts';

/** A chart within the page. An attribute holds all of SVG but these two, which mean something in an address. */
export const chartImage = ({ svg, alt }: Chart): Element =>
  h('img', { src: `data:image/svg+xml,${svg.trim().replaceAll('%', '%25').replaceAll('#', '%23')}`, alt });
