import type { Interval } from '@cpu-bound/stats/interval';
import { isCounted, seenBy } from '@cpu-bound/study/decide/lead';
import { seenFrom } from '@cpu-bound/study/decide/standing';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Decision, NeedResult, PairRelation } from '@cpu-bound/study/model';
import { listed } from '../tables/sentences.ts';
import type { Outcome } from './outcome.ts';

/**
 * Lists the evidence for the chosen option: first a line for each need that the reader named. Of all other needs, those
 * in which the option is good share a line, and so do those in which it is bad. Options that are level get the needs in
 * which they differ.
 */
export function consequences(
  { options, drivers }: Pick<Outcome, 'options' | 'drivers'>,
  { needs }: Pick<Decision, 'needs'>,
): string[] {
  const others = needs.filter((need) => !drivers.includes(need));
  return options.flatMap((option, index) => {
    const earlier = options.slice(0, index);
    const isRival = ({ other }: PairRelation) => options.includes(other);
    const isBetter = ({ relation }: PairRelation) => relation === 'better';
    // Between two level options, the better one has the line. If a need shows no difference, the first has it.
    const isOwn = (pair: PairRelation) =>
      isBetter(pair) || (pair.relation !== 'worse' && !earlier.includes(pair.other));
    const isLevel = options.length > 1;
    const lines = [
      ...argumentsFor(option, drivers, (pair) => !isRival(pair) || isOwn(pair)),
      ...(isLevel
        ? argumentsFor(option, others, (pair) => isRival(pair) && isBetter(pair))
        : inShort(option, others)),
    ];
    return isLevel ? lines.map((line) => `${option}: ${line}`) : lines;
  });
}

/**
 * `Good, because of needs that were not named: memory; one core`. Needs in which the option is neither good nor bad are
 * left out.
 */
const inShort = (option: string, needs: readonly NeedResult[]): string[] =>
  (['Good', 'Bad'] as const).flatMap((kind) => {
    const own = needs.filter((need) => kindOf(option, need, seenBy(option, need)) === kind);
    const titles = own.map(({ title }) => title).join('; ');
    return own.length > 0 ? [`${kind}, because of needs that were not named: ${titles}`] : [];
  });

/** The needs that show nothing share a line, by what all their pairs are. */
const OPEN = [
  { relation: 'inconclusive', words: 'Neutral, because no difference was shown' },
  { relation: 'not-judged', words: 'Not judged yet' },
] as const;

/** Writes a line for each need that shows something, and a line each for the others, by the pairs that count. */
function argumentsFor(
  option: string,
  needs: readonly NeedResult[],
  counts: (pair: PairRelation) => boolean,
): string[] {
  const found = needs
    .map((need) => ({ need, pairs: seenBy(option, need).filter(counts) }))
    .filter(({ pairs }) => pairs.length > 0);
  const every = (pairs: readonly PairRelation[], relation: PairRelation['relation']) =>
    pairs.every((pair) => pair.relation === relation);
  const groups = Map.groupBy(found, ({ pairs }) => OPEN.find(({ relation }) => every(pairs, relation)));
  return [
    ...(groups.get(undefined) ?? []).map(({ need, pairs }) => argument(option, need, pairs)),
    ...OPEN.flatMap((open) => {
      const titles = (groups.get(open) ?? []).map(({ need }) => need.title);
      return titles.length > 0 ? [`${open.words}: ${titles.join('; ')}`] : [];
    }),
  ];
}

/** A need is good for an option if its score gains there, and bad if it loses. */
function kindOf(option: string, { standings }: NeedResult, pairs: readonly PairRelation[]) {
  const own = standings[option]?.kind;
  const has = (kind: PairRelation['relation']) => pairs.some(({ relation }) => relation === kind);
  if (has('worse') && (own === 'behind' || own === 'overloaded')) return 'Bad';
  return has('better') ? 'Good' : 'Neutral';
}

/** `Good, because of memory: better than queue by 2.56× [2.53, 2.59]` */
function argument(option: string, need: NeedResult, pairs: readonly PairRelation[]): string {
  const { title, standings } = need;
  const those = (kind: PairRelation['relation']) => pairs.filter(({ relation }) => relation === kind);
  const [better, worse] = [those('better'), those('worse')];
  const isOverloaded = (id: string) => standings[id]?.kind === 'overloaded';
  const by = (id: string, ratio: Interval | undefined) =>
    `${id}${ratio ? ` by ${format.ratio(ratio)}` : ''}${isOverloaded(id) ? ' (overloaded)' : ''}`;
  const relations = [
    ['better than', better.map(({ other, ratio }) => by(other, ratio))],
    ['worse than', worse.map((pair) => by(pair.other, seenFrom(pair.other, pair)?.ratio))],
    ['equivalent to', those('equivalent').map(({ other }) => other)],
    ['inconclusive against', those('inconclusive').map(({ other }) => other)],
    ['not judged yet against', those('not-judged').map(({ other }) => other)],
  ] as const;
  const words = relations
    .filter(([, names]) => names.length > 0)
    .map(([how, names]) => `${how} ${listed(names)}`);
  return `${kindOf(option, need, pairs)}, because of ${title}: ${words.join('; ')}`;
}

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
  const needs = families[option]?.needs.filter(isCounted);
  const services = needs
    ? contestants.filter((contestant) => contestant.scaffolded && contestant.peerOf === option)
    : [];
  return services.map(({ id }) => {
    const lines = argumentsFor(id, needs ?? [], ({ other }) => other === option);
    return [`The service ${id}, beside ${option}:`, '', ...lines.map((line) => `* ${line}`)].join('\n');
  });
}
