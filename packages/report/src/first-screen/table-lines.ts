import { wrapped } from '../tables/fitted.ts';

/** Colours a cell by its verdict, or leaves it as it is. */
export type Paint = (verdict: 'better' | 'worse', cell: string) => string;

export type Cell = { readonly text: string; readonly verdict?: 'better' | 'worse' };

/** A table for a terminal: a need in each row, a strategy in each column, and the rounds. */
export type Table = {
  readonly ids: readonly string[];
  /** `nameIn` gives the name of the row in at most so many columns, if it has one that is so short. */
  readonly rows: readonly {
    readonly nameIn: (columns: number) => string;
    readonly cells: readonly Cell[];
    readonly n: string;
  }[];
};

/** With fewer columns, a strategy is a line. */
const NARROW = 60;
/** So is it if there are so many strategies that a name has less than this. */
const LEAST_NAME = 20;

/** Lays a table out, so that no line is longer than the columns, and no number is broken. */
export function tableLines(table: Table, columns: number, paint: Paint): string[] {
  const widths = table.ids.map((id, at) =>
    widest([id, ...table.rows.map(({ cells }) => cells[at]?.text ?? '')]),
  );
  const left = columns - widths.reduce((sum, width) => sum + width + 1, 0) - widthOfRounds(table) - 1;
  return columns < NARROW || left < LEAST_NAME
    ? inBlocks(table, columns, Math.max(...widths), paint)
    : inColumns(table, widths, left, paint);
}

function inColumns({ ids, rows }: Table, widths: readonly number[], left: number, paint: Paint): string[] {
  const names = rows.map(({ nameIn }) => nameIn(left));
  const nameWidth = Math.min(left, widest(names));
  const nWidth = widthOfRounds({ ids, rows });
  const line = (name: string, cells: readonly Cell[], n: string) =>
    [
      cut(name, nameWidth).padEnd(nameWidth),
      ...cells.map(({ text, verdict }, at) => painted(text.padStart(widths[at] ?? 0), verdict, paint)),
      n.padStart(nWidth),
    ]
      .join(' ')
      .trimEnd();
  const head = line(
    '',
    ids.map((text) => ({ text })),
    'n',
  );
  return [head, ...rows.map(({ cells, n }, at) => line(names[at] ?? '', cells, n))];
}

/** Writes a block for each need, with a line for each strategy. */
function inBlocks({ ids, rows }: Table, columns: number, width: number, paint: Paint): string[] {
  const idWidth = widest(ids);
  return rows.flatMap(({ nameIn, cells, n }) => [
    ...wrapped(`${nameIn(columns)}, n ${n}`, columns),
    ...ids.map((id, at) => {
      const { text = '', verdict } = cells[at] ?? {};
      return `  ${id.padEnd(idWidth)} ${painted(text.padStart(width), verdict, paint)}`.trimEnd();
    }),
  ]);
}

const painted = (cell: string, verdict: Cell['verdict'], paint: Paint) =>
  verdict ? paint(verdict, cell) : cell;

const widthOfRounds = ({ rows }: Table) => widest(rows.map(({ n }) => n));

const widest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));

/** Cuts between two words, if there are two. */
const cut = (text: string, columns: number) =>
  text.length > columns ? `${text.slice(0, columns - 1).replace(/(?<=\S)[, ]+\S*$/, '')}…` : text;
