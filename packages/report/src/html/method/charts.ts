import { deflateSync, strToU8 } from 'fflate';
import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Chart } from '../../question.ts';

/**
 * Packs a chart, because SVG is repetitive, and the page has many charts. The page's script unpacks a chart when a
 * reader opens it; until then, and without a script, its description stands there.
 */
export const packedChart = ({ svg, alt }: Chart): Element =>
  h('figure.chart', { dataPacked: Buffer.from(deflateSync(strToU8(svg), { level: 9 })).toString('base64') }, [
    h('figcaption', alt),
  ]);
