import { amongMain } from '@cpu-bound/study/decide/contestants';
import { figuresIn } from '@cpu-bound/study/decide/figures';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Figure, Group, NeedFigures } from '@cpu-bound/study/model';
import { figureText, needSentence, standingText, totalIn } from '../tables/figures.ts';

/**
 * The colour of a cell: the leaders of the row, no difference shown, behind by up to 1.5, up to 3 and more, and no
 * verdict.
 */
export type Tone = 'best' | 'level' | 'near' | 'far' | 'farther' | 'open';

export type PictureCell = { readonly number: string; readonly words: string; readonly tone: Tone };

/** Needs × strategies, as values: one drawing is a picture, another a table of HTML. */
export type Picture = {
  readonly columns: readonly { readonly id: string; readonly about: string }[];
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    /** The statistic, the unit, and what is better. */
    readonly about: string;
    /** Needs of a group stand together. */
    readonly group: Group;
    readonly cells: readonly PictureCell[];
  }[];
  /** The alternative text, for a reader who cannot see it. */
  readonly alt: string;
};

/** What each colour says. */
export const LEGEND: readonly (readonly [tone: Tone, words: string])[] = [
  ['best', 'best'],
  ['level', 'no difference shown'],
  ['near', 'a little behind'],
  ['far', 'behind'],
  ['farther', 'far behind'],
  ['open', 'not compared'],
];

const NEAR = 1.5;
const FAR = 3;

/** Returns the picture of a study's strategies; undefined if nothing was measured that it shows. */
export function pictureOf(runAnalysis: Analysis): Picture | undefined {
  const { decision, contestants, run } = amongMain(runAnalysis);
  const needs = figuresIn(decision);
  const ids = Object.keys(needs[0]?.need.standings ?? {});
  if (needs.length === 0) return undefined;
  return {
    columns: ids.map((id) => {
      const { workers, needs: servers = [] } = contestants.find((one) => one.id === id) ?? {};
      const processes = workers ? format.count(run.workers, 'worker') : '1 process';
      return { id, about: [processes, ...servers.map(format.capital)].join(', ') };
    }),
    rows: needs.map((own) => ({
      id: own.need.id,
      title: own.need.title,
      about: aboutOf(own),
      group: own.need.group,
      cells: ids.map((id) =>
        cellOf(
          own.figures.find((figure) => figure.id === id),
          own,
        ),
      ),
    })),
    alt: `Needs by strategies. ${needs.map(altOf).join('. ')}.`,
  };
}

/** `per second, more is better`; `MiB at 45/s, less is better`; `p90, ms, less is better`; `unanswered of 72 others` */
function aboutOf(own: NeedFigures): string {
  const { title, unit, statistic, measured } = own.need;
  const total = totalIn(own);
  if (total !== undefined) return `${unit} of ${total}${unit === 'lost' ? '' : ' others'}`;
  const better = measured.better === 'higher' ? 'more is better' : 'less is better';
  const rate = measured.perSecond === undefined ? '' : ` at ${format.rate(measured.perSecond)}`;
  const what = `${unit === '/s' ? 'per second' : unit}${title.endsWith(rate) ? '' : rate}`;
  return [statistic, what, better].filter((part) => part).join(', ');
}

function cellOf(figure: Figure | undefined, own: NeedFigures): PictureCell {
  if (!figure) return { number: '', words: 'not measured', tone: 'open' };
  const words =
    own.need.row === 'jobs' && figure.standing === 'leads' ? 'none lost' : standingText(figure, own);
  return { number: figureText(figure), words, tone: toneOf(figure) };
}

function toneOf({ standing, behind }: Figure): Tone {
  if (standing === 'leads') return 'best';
  if (standing !== 'behind') return standing;
  const { factor = Number.POSITIVE_INFINITY } = behind ?? {};
  return factor <= NEAR ? 'near' : factor <= FAR ? 'far' : 'farther';
}

/** Says what the figures of a need show, or why there is no verdict. */
const altOf = (own: NeedFigures): string =>
  own.state === 'judged'
    ? needSentence(own)
    : `${own.need.title}: ${own.state === 'not judged' ? 'not judged yet' : own.state}`;
