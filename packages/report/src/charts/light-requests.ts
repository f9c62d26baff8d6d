import * as format from '@cpu-bound/study/format';
import { type Analysis, singleNumber } from '@cpu-bound/study/model';
import { axisTitle, RANGE } from './intervals.ts';
import { encodingOf } from './palette.ts';
import { renderSvg } from './render.ts';

export const LIGHT_REQUESTS = 'light-requests.svg';

/**
 * Draws the time of a light request while all cores compute, with a bar for each strategy; undefined if it was not
 * measured.
 */
export async function lightRequestsChart(analysis: Analysis): Promise<string | undefined> {
  const measured = analysis.decision.needs.find(({ id }) => id === 'light-requests')?.measured;
  const values = analysis.contestants.flatMap(({ id, title }) => {
    const value = singleNumber(measured?.cells[id]);
    if (!value) return [];
    const { estimate, low, high, indicative: few } = value;
    return [{ contestant: id, title, estimate, low, high, few, text: `${format.number(estimate)} ms` }];
  });
  if (values.length < 2) return undefined;
  const { color } = encodingOf(analysis, values, 'none');
  const hasFew = values.some(({ few }) => few);
  const y = {
    field: 'title',
    type: 'nominal',
    title: null,
    sort: values.map(({ title }) => title),
    axis: { labelFontSize: 13, domain: false, ticks: false },
  };
  const x = {
    type: 'quantitative',
    title: hasFew ? axisTitle('ms', values) : 'ms (median, with its 95 % interval)',
    scale: { zero: true },
  };
  return renderSvg({
    title: 'A light request while all cores compute',
    data: { values },
    width: 480,
    height: { step: 34 },
    layer: [
      {
        mark: { type: 'bar', height: 18 },
        encoding: { x: { ...x, field: 'estimate' }, y, color },
      },
      {
        mark: { type: 'rule', strokeWidth: 2, color: '#333333', ...(hasFew && RANGE) },
        encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y },
      },
      {
        mark: { type: 'text', align: 'left', dx: 6, dy: -10, fontSize: 12, color: '#333333' },
        encoding: { x: { ...x, field: 'estimate' }, y, text: { field: 'text' } },
      },
    ],
  });
}
