import { titleIn } from '@cpu-bound/study/analyse/look-up';
import { pairsUnder, pairsWith } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import {
  type Analysis,
  type Comparison,
  type Condition,
  familiesOf,
  type MetricId,
  type ScenarioAnalysis,
} from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { table } from './table.ts';

/** The compared metric, and its condition: `throughput`, or `p99` with ` at 105 requests/s`. */
export type ComparisonSubject = { readonly what: string; readonly where?: string };

/** Names what was compared, if its rounds are too few for a verdict. */
export type Undecided = { readonly undecided: string };

/** A sentence without its full stop, or a comparison without a verdict; an absent one is `false` or `undefined`. */
export type Finding = string | Undecided | false | undefined;

/**
 * Writes what the pairs of one metric under one condition show: the best strategies, and how far the others are behind.
 * The table has every pair. Peers belong to the section on families, and variants to the changes that other work would
 * make.
 */
export function findings(
  { contestants }: Pick<Analysis, 'contestants'>,
  { comparisons }: Pick<ScenarioAnalysis, 'comparisons'>,
  metric: MetricId,
  condition: Condition,
  { what, where = '' }: ComparisonSubject,
): Finding[] {
  const { main } = familiesOf(contestants);
  const ids = (main.length > 1 ? main : contestants).map(({ id }) => id);
  const own = pairsUnder(comparisons, metric, condition).filter(
    ({ contestant, against }) => ids.includes(contestant) && ids.includes(against),
  );
  const pairs = own.filter(({ verdict }) => verdict !== 'not-judged');
  const subject = `${what}${where}`;
  if (own.length === 0) return [];
  if (pairs.length === 0) return [{ undecided: subject }];
  const compared = ids.filter((id) =>
    pairs.some(({ contestant, against }) => [contestant, against].includes(id)),
  );
  const behind = compared.flatMap((id) => {
    const factor = factorBehind(id, pairs);
    return factor === undefined ? [] : [{ id, factor }];
  });
  const first = compared.filter((id) => !behind.some((other) => other.id === id));
  const among = pairs.filter(({ contestant, against }) =>
    [contestant, against].every((id) => first.includes(id)),
  );
  const isLevel = among.length > 0 && among.every(({ verdict }) => verdict === 'equivalent');
  const behinds = listed(behind.map(({ id, factor }) => `${id} (${factor})`));
  const others = behind.length === 0 ? '' : `; ${behinds} ${behind.length > 1 ? 'are' : 'is'} behind`;
  return [`In ${subject}, ${bestOf(first, isLevel)}${others}`];
}

function bestOf(first: readonly string[], isLevel: boolean): string {
  if (first.length === 1) return `${first[0]} is first`;
  return isLevel ? `${listed(first)} are equivalent` : `no difference was shown between ${listed(first)}`;
}

/** Writes the factor between a strategy and the one that is farthest ahead of it: `÷1.94`, `×2.1`. */
function factorBehind(id: string, pairs: readonly Comparison[]): string | undefined {
  const worse = pairsWith(id, pairs)
    .filter(({ verdict }) => verdict === 'worse')
    .map(({ ratio }) =>
      ratio.estimate < 1 ? { sign: '÷', by: 1 / ratio.estimate } : { sign: '×', by: ratio.estimate },
    )
    .sort((a, b) => b.by - a.by);
  return worse[0] && `${worse[0].sign}${format.times(worse[0].by)}`;
}

const MOST_SHOWN = 2;

/**
 * Divides the findings of a section. A reader sees a sentence or two at once. The others stand with the tables, and one
 * for everything that has no verdict.
 */
export function divided(all: readonly Finding[]): Record<'shown' | 'folded', readonly string[]> {
  const [known, open] = [decided(all), undecided(all)];
  const shown = known.slice(0, MOST_SHOWN);
  return shown.length > 0
    ? { shown, folded: [...known.slice(MOST_SHOWN), ...open] }
    : { shown: open, folded: [] };
}

/** Writes all findings, and at their end a sentence for everything that has no verdict. */
export const sentences = (all: readonly Finding[]): string[] => [...decided(all), ...undecided(all)];

const decided = (all: readonly Finding[]): string[] =>
  all.flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : []));

function undecided(all: readonly Finding[]): string[] {
  const subjects = all.flatMap((one) => (typeof one === 'object' ? [one.undecided] : []));
  return subjects.length > 0 ? [`Too few rounds for a verdict on ${listed(subjects)}`] : [];
}

/** Writes a few sentences as a paragraph, and more of them as a list. */
export const said = (lines: readonly string[]): string =>
  lines.length > MOST_SHOWN ? list(lines) : lines.map((line) => `${line}.`).join(' ');

export const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}.`).join('\n');

/** Texts of which some may be absent: an empty one, `false` or `undefined`. */
export type Texts = readonly (string | false | undefined)[];

export const present = (texts: Texts): string[] => texts.flatMap((text) => text || []);

/** Joins the texts that are present, as paragraphs by default. */
export const joined = (texts: Texts, separator = '\n\n'): string => present(texts).join(separator);

/** Folds parts below a title. GitHub requires an empty line on both sides of Markdown within HTML. */
export const folded = (title: string, parts: readonly string[]): string =>
  `<details>\n<summary>${title}</summary>\n\n${parts.join('\n\n')}\n\n</details>`;

/** `a, b and c` */
export const listed = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** Writes every pair of a family with its ratio, its verdict and its minimum detectable effect. */
export function pairsTable(
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
  { comparisons }: Pick<ScenarioAnalysis, 'comparisons'>,
  metric: MetricId,
  condition: Condition,
): string {
  const pairs = pairsUnder(comparisons, metric, condition);
  if (pairs.length === 0) return '';
  const title = titleIn(analysis);
  const rows = pairs.map((pair) => [
    `${title(pair.contestant)} ÷ ${title(pair.against)}`,
    format.ratio(pair.ratio),
    wording.verdictWords[pair.verdict],
    pair.mde === undefined ? '–' : format.mde(pair.mde),
    String(pair.ratio.n),
  ]);
  return table(['all pairs', 'ratio', 'verdict', 'MDE', 'n'], rows);
}

/** The rule by which counts of requests around a fault show a difference. */
export const COUNTS =
  'Counts are compared by whole rounds: one is behind another if each of its rounds left more unanswered than every round of the other, over five rounds at least. By chance that happens in 2 of 252 orders. It is equivalent if all rounds of both are the same.';
