import { withFigures } from '@cpu-bound/study/decide/figures';
import * as format from '@cpu-bound/study/format';
import {
  type Amount,
  type Cell,
  type Decision,
  isCount,
  type NeedFigures,
  type NeedResult,
  singleNumber,
} from '@cpu-bound/study/model';
import { cellText, rowText, standingText } from '../tables/figures.ts';
import { joined, table } from '../tables/markdown.ts';

/** All figures of a study, with their intervals and standings: one click from the rows. */

type Needs = Pick<Decision, 'needs'>;

/** Returns the needs that have a figure or an overload, in the order of every table. */
export const shownNeeds = ({ needs }: Needs): NeedFigures[] =>
  needs.flatMap((need) => {
    const { measured } = need;
    if (!measured) return [];
    const own = withFigures({ ...need, measured });
    const isShown = own.figures.some(
      ({ id, because }) => hasNumber(measured.cells[id]) || because === 'overloaded',
    );
    return isShown ? [own] : [];
  });

const hasNumber = (cell: Cell | undefined): boolean => cell !== undefined && !('why' in cell);

/** Writes a row for each judged need and a column for each strategy, with the figure, its interval and its standing. */
export const judgedTable = (decision: Needs): string =>
  tableOf(shownNeeds(decision).filter(({ state }) => state === 'judged'));

/** Writes the needs without a verdict: too few rounds, or only some strategies can have the figure. */
export const unjudgedTable = (decision: Needs): string =>
  tableOf(
    shownNeeds(decision).filter(({ state }) => state !== 'judged'),
    'not judged',
  );

function tableOf(needs: readonly NeedFigures[], head = ''): string {
  const ids = Object.keys(needs[0]?.need.standings ?? {});
  const rows = needs.map((own) => [rowText(own.need), ...ids.map((id) => unbroken(figureCell(own, id)))]);
  return rows.length === 0 ? '' : table([head, ...ids], rows);
}

/** Keeps a figure on one line; its standing may stand below. */
const unbroken = (text: string): string =>
  text.replaceAll(/(?<!,) (?!\*\*[bn])/g, '\u00a0').replaceAll('–', '–\u2060');

/** `173 (163–187), best`; `87 (84–96), −50 %`; a questioned strategy has its figure here, and only here. */
export function figureCell(own: NeedFigures, id: string): string {
  const figure = own.figures.find((one) => one.id === id);
  const cell = own.need.measured.cells[id];
  const words =
    figure && (own.state === 'judged' || figure.because === 'questioned') ? standingText(figure, own) : '';
  if (!cell || cell.kind === 'none')
    return figure?.because === 'not measured' ? '–' : (figure?.because ?? '–');
  const text = cellText(cell);
  const isBest = figure?.standing === 'leads';
  return joined([isBest ? `**${text}**` : text, words], ', ');
}

/** Explains the figures of these tables, as far as they occur. */
export function figuresNote(decision: Needs): string {
  const needs = shownNeeds(decision).map(({ need }) => need);
  const amounts = needs.flatMap((need) =>
    Object.values(need.measured.cells).flatMap((cell) => singleNumber(cell) ?? []),
  );
  const rounds = (isFew: boolean) => roundsText(amounts.filter(({ indicative }) => indicative === isFew));
  const [enough, few] = [rounds(false), rounds(true)];
  // Figures are of all rounds, and ratios of those of the newest look.
  const ratios = roundsText(
    needs.flatMap(({ standings }) =>
      Object.values(standings).flatMap((own) => (own.kind === 'behind' && own.factor ? [own.factor] : [])),
    ),
  );
  const hasCount = needs.some((need) => need.group === 'failures' && hasCounts(need));
  return joined(
    [
      enough !== '' && `a (b–c): 95 % interval, ${enough}`,
      few !== '' && `(b–c) alone: range of ${few}`,
      ratios !== '' && `%, ×: distance from the best, by ratios within a round, over the first ${ratios}`,
      hasCount && 'a/b: of b others, a had no answer',
    ],
    '; ',
  );
}

const hasCounts = ({ measured }: Pick<NeedResult, 'measured'>): boolean =>
  Object.values(measured?.cells ?? {}).some(isCount);

/** `10 rounds`, `5 to 11 rounds`; empty without a figure */
function roundsText(amounts: readonly Pick<Amount, 'n'>[]): string {
  if (amounts.length === 0) return '';
  const counts = amounts.map(({ n }) => n);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? format.count(least, 'round') : `${least} to ${most} rounds`;
}
