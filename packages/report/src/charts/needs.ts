import { type Decision, isCounted, type NeedResult } from '@cpu-bound/study/decide/decision';
import type { Standing } from '@cpu-bound/study/decide/standing';
import type { Analysis } from '@cpu-bound/study/model';
import { renderSvg } from './render.ts';

const marks = {
  best: { symbol: '▲', colour: '#0072B2', ink: '#ffffff' },
  'equivalent to the best': { symbol: '=', colour: '#0072B2', ink: '#ffffff' },
  'not shown behind': { symbol: '△', colour: '#a9d3ee', ink: '#1a1a1a' },
  behind: { symbol: '▼', colour: '#f2d0b3', ink: '#1a1a1a' },
  overloaded: { symbol: '✕', colour: '#f2d0b3', ink: '#1a1a1a' },
  questioned: { symbol: '?', colour: '#f2d0b3', ink: '#1a1a1a' },
  'not measured': { symbol: '–', colour: '#f4f4f4', ink: '#666666' },
} as const;
type Mark = keyof typeof marks;

const markOf: Readonly<Record<Standing['kind'], Mark>> = {
  best: 'best',
  equivalent: 'equivalent to the best',
  'not-shown-behind': 'not shown behind',
  behind: 'behind',
  overloaded: 'overloaded',
  questioned: 'questioned',
  'not-measured': 'not measured',
};

const standingIn = (need: NeedResult, strategy: string) => need.standings[strategy]?.kind ?? 'not-measured';

/** Where each stands, on one look: a row for each need that counts and was compared, a column for each contestant. */
export async function needsChart({ needs }: Decision, analysis: Analysis): Promise<string> {
  const strategies = analysis.contestants.map(({ id }) => id);
  const rows = needs.filter(isCounted);
  const values = rows.flatMap((need) =>
    strategies.map((strategy) => {
      const mark = markOf[standingIn(need, strategy)];
      return { need: need.title, strategy, mark, symbol: marks[mark].symbol };
    }),
  );
  const names = Object.keys(marks) as Mark[];
  const scale = (of: 'colour' | 'ink') => ({ domain: names, range: names.map((name) => marks[name][of]) });
  const y = {
    field: 'need',
    type: 'nominal',
    sort: rows.map(({ title }) => title),
    title: null,
    axis: { labelLimit: 400, domain: false, ticks: false },
  };
  const x = {
    field: 'strategy',
    type: 'nominal',
    sort: strategies,
    title: null,
    axis: { orient: 'top', labelAngle: 0, domain: false, ticks: false },
  };
  return renderSvg({
    title: 'Where each strategy stands by each need that counts',
    data: { values },
    width: { step: 130 },
    height: { step: 26 },
    config: { view: { stroke: null } },
    layer: [
      {
        mark: { type: 'rect', cornerRadius: 3 },
        encoding: {
          x,
          y,
          color: {
            field: 'mark',
            type: 'nominal',
            scale: scale('colour'),
            title: null,
            legend: { orient: 'bottom', direction: 'horizontal', symbolStrokeWidth: 0, labelLimit: 300 },
          },
        },
      },
      {
        mark: { type: 'text', fontSize: 13 },
        encoding: {
          x,
          y,
          text: { field: 'symbol' },
          color: { field: 'mark', type: 'nominal', scale: scale('ink'), legend: null },
        },
      },
    ],
    resolve: { scale: { color: 'independent' } },
  } as never);
}
