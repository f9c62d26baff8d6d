import type { Decision, Row } from '../../decide/decision.ts';
import { tells } from '../../decide/standing.ts';
import type { Analysis } from '../../model.ts';
import { renderSvg } from './render.ts';

const marks = {
  ahead: { symbol: '▲', colour: '#0072B2', ink: '#ffffff' },
  'among the first': { symbol: '△', colour: '#a9d3ee', ink: '#1a1a1a' },
  behind: { symbol: '▼', colour: '#f2d0b3', ink: '#1a1a1a' },
  'not measured': { symbol: '–', colour: '#f4f4f4', ink: '#666666' },
} as const;
type Mark = keyof typeof marks;

function markOf({ answer }: Row, contestant: string): Mark {
  if (!answer || !tells(answer.standing)) return 'not measured';
  if (!answer.figures.some((figure) => figure.contestant === contestant)) return 'not measured';
  const { kind, leaders } = answer.standing;
  if (!leaders.includes(contestant)) return 'behind';
  return kind === 'best' ? 'ahead' : 'among the first';
}

/** Who is where, on one look: a row for each need, a column for each contestant. */
export async function needsChart({ rows }: Decision, analysis: Analysis): Promise<string> {
  const strategies = analysis.contestants.map(({ id }) => id);
  const values = rows.flatMap((row) =>
    strategies.map((strategy) => {
      const mark = markOf(row, strategy);
      return { need: row.title, strategy, mark, symbol: marks[mark].symbol };
    }),
  );
  const names = Object.keys(marks) as Mark[];
  const scale = (of: 'colour' | 'ink') => ({ domain: names, range: names.map((name) => marks[name][of]) });
  const y = {
    field: 'need',
    type: 'nominal',
    sort: rows.map((row) => row.title),
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
    title: 'Who is ahead by which need',
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
            legend: { orient: 'bottom', direction: 'horizontal', symbolStrokeWidth: 0 },
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
