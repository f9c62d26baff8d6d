import { withFigures } from '@cpu-bound/study/decide/figures';
import { isCounted } from '@cpu-bound/study/decide/lead';
import type { Analysis, Decision, Figure, NeedFigures, NeedResult } from '@cpu-bound/study/model';
import { numberText, standingText, totalIn, unitText } from '../answers/figure-words.ts';
import { listed } from '../tables/sentences.ts';
import type { Outcome } from './outcome.ts';

/**
 * Lists the evidence for the chosen option by needs, those that the reader named first: a line for each of these, and
 * of all others, a line for those in which it leads and one for those in which it is behind.
 */
export function consequences(
  { options, drivers }: Pick<Outcome, 'options' | 'drivers'>,
  { needs }: Pick<Decision, 'needs'>,
): string[] {
  const others = figuresOf(needs.filter((need) => isCounted(need) && !drivers.includes(need)));
  return options.flatMap((option) => {
    const lines = [...linesFor(option, figuresOf(drivers)), ...inShort(option, others)];
    return options.length > 1 ? lines.map((line) => `${option}: ${line}`) : lines;
  });
}

const figuresOf = (needs: readonly NeedResult[]): NeedFigures[] =>
  needs.flatMap((need) => (need.measured ? [withFigures({ ...need, measured: need.measured })] : []));

const KINDS = { leads: 'Good', behind: 'Bad', level: 'Neutral', open: 'Neutral' } as const;
const figureIn = ({ figures }: NeedFigures, option: string): Figure | undefined =>
  figures.find(({ id }) => id === option);

/** `Bad, because of memory at 45/s: 119 MiB, +30 % (single 91.2)`, for each need of these */
const linesFor = (option: string, needs: readonly NeedFigures[]): string[] =>
  needs.flatMap((own) => {
    const figure = figureIn(own, option);
    return figure
      ? [`${KINDS[figure.standing]}, because of ${own.need.title}: ${figureText(figure, own)}`]
      : [];
  });

function figureText(figure: Figure, own: NeedFigures): string {
  const { cell, behind } = figure;
  const total = totalIn(own);
  const number = numberText(cell);
  const shown =
    number === '' ? [] : [`${number}${total === undefined ? '' : ` of ${total}`}${unitText(own.need.unit)}`];
  const than = own.figures.find(({ id }) => id === behind?.than);
  const others = than ? ` (${than.id} ${numberText(than.cell)})` : '';
  return `${[...shown, standingText(figure, own)].join(', ')}${others}`;
}

/** `Good, because of needs that were not named: memory; answers on one core`. Needs without either are left out. */
const inShort = (option: string, needs: readonly NeedFigures[]): string[] =>
  (['leads', 'behind'] as const).flatMap((standing) => {
    const own = needs.filter((need) => figureIn(need, option)?.standing === standing);
    const titles = own.map(({ need }) => need.title).join('; ');
    return own.length > 0 ? [`${KINDS[standing]}, because of needs that were not named: ${titles}`] : [];
  });

/** Compares each service of the chosen option that took part in the run with its strategy. */
export function serviceComparisons(
  { contestants, families }: Pick<Analysis, 'contestants' | 'families'>,
  options: readonly string[],
): string[] {
  const [option] = options;
  const isStrategy = ({ id, family, peerOf }: Analysis['contestants'][number]) =>
    id === option && family !== undefined && peerOf === undefined;
  if (option === undefined || options.length > 1 || !contestants.some(isStrategy)) return [];
  // If the run had no other strategy, the record is about the service, too.
  const needs = figuresOf(families[option]?.needs.filter(isCounted) ?? []);
  const services = contestants.filter(({ scaffolded, peerOf }) => scaffolded && peerOf === option);
  return needs.length === 0
    ? []
    : services.map(({ id }) =>
        [
          `The service ${id}, beside ${listed(options)}:`,
          '',
          ...linesFor(id, needs).map((line) => `* ${line}`),
        ].join('\n'),
      );
}
