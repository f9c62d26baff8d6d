import { moreCommand } from '@cpu-bound/study/analyse/commands';
import { withFigures } from '@cpu-bound/study/decide/figures';
import { type Choice, type Ranking, rank, type Weights } from '@cpu-bound/study/decide/rank';
import { isCounted } from '@cpu-bound/study/decide/standing';
import type { Analysis, Decision, Figure, NeedFigures, NeedResult } from '@cpu-bound/study/model';
import { HOW_RANKED, reasonText } from '../answers/choice.ts';
import { changes } from '../first-screen/trust.ts';
import { endText, numberText, standingText } from '../tables/figures.ts';
import { joined, listed } from '../tables/markdown.ts';

/** The outcome of a record by a reader's weights. Its title and its text both derive from this. */
export type Outcome = {
  /** The option that comes first, or several level ones; empty if nothing was compared. */
  readonly options: readonly string[];
  /** Options that inconclusive comparisons could raise to its level or above. */
  readonly rivals: readonly string[];
  /** The needs that the reader named, in the order of the page, with the run's findings. */
  readonly drivers: readonly NeedResult[];
  /** The named needs by which no two options were compared. */
  readonly missing: readonly NeedResult[];
  /** The named needs that were not judged yet. */
  readonly open: readonly NeedResult[];
  readonly weights: Weights;
  readonly ranking: Ranking;
};

/** Returns the options that come first. */
export function firstOf(choice: Choice): readonly string[] {
  if (choice.kind === 'one') return [choice.option];
  return choice.kind === 'tie' ? choice.options : [];
}

/** Ranks by the weights, and collects what a record says about the result. */
export function outcomeOf({ decision }: Pick<Analysis, 'decision'>, weights: Weights): Outcome {
  const ranking = rank(decision, weights);
  const { choice, open } = ranking;
  const drivers = decision.needs.filter(({ id }) => (weights[id] ?? 0) > 0);
  return {
    options: firstOf(choice),
    rivals: choice.kind === 'one' ? choice.rivals : [],
    drivers,
    missing: drivers.filter(({ pairs }) => pairs.length === 0),
    open: drivers.filter(({ id }) => open.includes(id)),
    weights,
    ranking,
  };
}

/** Returns true if a missing finding could change the first option. */
const isProvisional = ({ rivals, missing, open }: Outcome): boolean =>
  rivals.length + missing.length + open.length > 0;

/** The title of the record: an option, and whether the choice is firm. */
export function headline(outcome: Outcome, { run, contestants }: Analysis): string {
  const names = outcome.options.map(
    (id) => contestants.find((contestant) => contestant.id === id)?.title ?? id,
  );
  const { name, requests } = run.workload;
  const what = requests ? 'these requests' : `the CPU-bound \`${name}\` endpoint`;
  const [how, act, to] = requests ? ['Where to send', 'Send', 'to'] : ['How to run', 'Run', 'on'];
  if (names.length === 0) return `${how} ${what}: not decided`;
  const option = `${act} ${what} ${to} ${listed(names, 'or')}`;
  if (names.length > 1) return `${option}: yours to choose`;
  return isProvisional(outcome) ? `${option}, provisionally` : option;
}

/**
 * Writes the outcome in full: the choice, its reason, the findings that could change it, and the part that is left to
 * the reader.
 */
export function outcomeText(outcome: Outcome, analysis: Analysis): string {
  const { options, rivals, missing, open, ranking, drivers } = outcome;
  const quoted = (id: string) => `"${id}"`;
  const titles = (needs: readonly NeedResult[]) => listed(needs.map(({ title }) => title));
  const without = [
    open.length > 0 && `Not judged yet, and in no score: ${titles(open)}.`,
    missing.length > 0 && `Not compared, and in no score: ${titles(missing)}.`,
  ];
  const command = `\`${moreCommand(analysis)}${needFlags(outcome)}\``;
  if (options.length === 0)
    return joined([
      `Chosen option: none yet, because ${ranking.choice.kind === 'none' ? ranking.choice.why : 'no option is left'}.`,
      joined(without, ' '),
      drivers.some(({ question }) => question !== undefined) && `To measure what you need: ${command}`,
    ]);
  const isMeasurable = missing.some((need) => need.question !== undefined && need.why === undefined);
  const left =
    options.length > 1
      ? `**The choice is yours.** The consequences list the differences. ${command} adds measurements. Then name your choice in the title, here and in \`outcome\`.`
      : (rivals.length > 0 || isMeasurable) && `Take it now, or add measurements: ${command}`;
  const provisionally = options.length === 1 && isProvisional(outcome) ? ', provisionally' : '';
  const names = listed(options.map(quoted), 'or');
  const chosen = `Chosen option: ${names}${provisionally}, because ${reasonText(ranking, quoted)}`;
  return joined([joined([chosen, HOW_RANKED, ...without], ' '), left]);
}

/** ` --need tail-high=2 --need memory` */
const needFlags = ({ drivers, weights }: Outcome): string =>
  drivers.map(({ id }) => ` --need ${id}${weights[id] === 1 ? '' : `=${weights[id]}`}`).join('');

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
  const number = numberText(cell);
  const shown = number === '' ? [] : [`${number}${endText(own)}`];
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

/** A need has a line only if a weight up to this one changes the outcome: readers hardly use larger weights. */
const LARGEST_WEIGHT = 10;
const MOST_TURNS = 4;

/**
 * Lists the changes that would make a decision wrong: other weights, other work, another machine, as far as the run
 * shows them.
 */
export function wrongIf(analysis: Analysis, { options, weights }: Outcome): string {
  const turns = options.length === 1 ? turnsOf(analysis, options, weights) : [];
  const named = turns
    .slice(0, MOST_TURNS)
    .map(({ title, weight, first }) => `${title} with ${weight} (${first})`);
  const others = turns.length > MOST_TURNS ? [`${turns.length - MOST_TURNS} more needs`] : [];
  const byWeight =
    named.length > 0 &&
    `- **Other weights.** From these weights on, each alone, another comes first or level: ${listed([...named, ...others])}.`;
  return joined([byWeight, changes(analysis)], '\n').replaceAll(/^- /gm, '* ');
}

/**
 * Finds, for each need, the smallest integer weight that puts another option first or level; the smallest change comes
 * first.
 */
function turnsOf({ decision }: Analysis, options: readonly string[], weights: Weights) {
  return decision.needs
    .filter(isCounted)
    .flatMap(({ id, title }) => {
      const now = weights[id] ?? 0;
      for (let weight = Math.floor(now) + 1; weight <= LARGEST_WEIGHT; weight++) {
        const first = firstOf(rank(decision, { ...weights, [id]: weight }).choice);
        const others = first.filter((option) => !options.includes(option));
        if (others.length > 0) return [{ title, weight, first: listed(others, 'or'), more: weight - now }];
      }
      return [];
    })
    .sort((a, b) => a.more - b.more);
}
