import { styleText } from 'node:util';

/** The columns of a terminal that does not report them. */
export const COLUMNS = 80;

/**
 * Fits a list into one line of 80 columns at most: as many of its items as possible, with the number of the others. A
 * single item that is too long has several lines, and a list without items has none.
 */
export function shortenedList(
  head: string,
  items: readonly string[],
  separator: string,
  columns = COLUMNS,
): string[] {
  if (items.length === 0) return [];
  const most = Math.min(columns, COLUMNS);
  const fits = (line: string) => line.length <= most;
  const all = head + items.join(separator);
  if (fits(all)) return [all];
  for (let count = items.length - 1; count > 0; count--) {
    const line = `${head}${items.slice(0, count).join(separator)}${separator}and ${items.length - count} more`;
    if (fits(line)) return [line];
  }
  return wrapped(all, most);
}

/** Fits a list into exactly one line, and cuts its first item if even that is too long. */
export function inOneLine(head: string, items: readonly string[]): string[] {
  const [first = '', ...others] = items;
  const lines = shortenedList(head, items, '; ');
  if (lines.length < 2) return lines;
  const more = `…${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
  return [`${wrapped(`${head}${first}`, COLUMNS - more.length)[0]}${more}`];
}

/**
 * Breaks text into lines between words, and leaves nothing out. Lines after the first are indented. A word that is
 * longer than a line is not cut.
 */
export function wrapped(text: string, columns = COLUMNS, indent = 0): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(`${' '.repeat(indent)}${word}`);
  }
  return lines;
}

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
      ...cells.map(({ text, verdict }, at) => inColour(text.padStart(widths[at] ?? 0), verdict, paint)),
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
      return `  ${id.padEnd(idWidth)} ${inColour(text.padStart(width), verdict, paint)}`.trimEnd();
    }),
  ]);
}

const inColour = (cell: string, verdict: Cell['verdict'], paint: Paint) =>
  verdict ? paint(verdict, cell) : cell;

const widthOfRounds = ({ rows }: Table) => widest(rows.map(({ n }) => n));

const widest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));

/** Cuts between two words, if there are two. */
const cut = (text: string, columns: number) =>
  text.length > columns ? `${text.slice(0, columns - 1).replace(/(?<=\S)[, ]+\S*$/, '')}…` : text;

/** Colours a text where colours are allowed: on a terminal without NO_COLOR, and anywhere with FORCE_COLOR. */
export const coloured = (
  style: 'bold' | 'green' | 'red',
  text: string,
  out: NodeJS.WritableStream = process.stdout,
): string => styleText(style, text, { stream: out });

/** Colours a verdict, in every table alike. */
export const painted = (verdict: 'better' | 'worse', text: string): string =>
  coloured(COLOURS[verdict], text);

const COLOURS = { better: 'green', worse: 'red' } as const;
