import { deflateSync, strToU8 } from 'fflate';
import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Chart } from '../../question.ts';

/**
 * A chart, packed: SVG says everything many times, and the page has many charts. The page's script unpacks it where
 * it is looked at; until then, and without a script, there is what it shows in words.
 */
export const packedChart = ({ svg, alt }: Chart): Element =>
  h('figure.chart', { dataPacked: Buffer.from(deflateSync(strToU8(svg), { level: 9 })).toString('base64') }, [
    h('figcaption', alt),
  ]);
