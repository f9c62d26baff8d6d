import type { PublishedStudy } from './study.ts';

type Pair = PublishedStudy['needs'][number]['pairs'][number];
export type SharedVerdict = Pair['verdict'];

export const VERDICTS: readonly SharedVerdict[] = ['better', 'equivalent', 'worse', 'inconclusive'];

/** Studies on equal machines count as one machine: cores, CPU and virtualisation are compared. */
export const machineOf = ({ machine: { cores, of, cpu, virtual } }: PublishedStudy): string =>
  `${of === undefined ? cores : `${cores} of ${of}`} × ${cpu}${virtual === 'yes' ? ', virtual' : ''}`;

/** A pair by one need, over the studies that measured it. */
export type PairTally = {
  readonly need: string;
  readonly title: string;
  readonly one: string;
  readonly other: string;
  readonly by: Readonly<Record<SharedVerdict, readonly PublishedStudy[]>>;
  /** True if one study has it better and another worse. */
  readonly flips: boolean;
};

/** Beside other programs that used more than this share of the CPU time, a study is shown and decides nothing. */
const MOST_FOREIGN = 0.1;

export type WhyUncounted = 'older method' | 'other programs';

/** Returns why the verdicts of a study do not count; undefined if they do. */
export function whyUncounted({ schemaVersion, conditions }: PublishedStudy): WhyUncounted | undefined {
  if (schemaVersion === 1) return 'older method';
  return (conditions.foreign ?? 0) > MOST_FOREIGN ? 'other programs' : undefined;
}

/** Counts all pairs by all needs, in the order of the studies, of those that count. */
export function tally(studies: readonly PublishedStudy[]): PairTally[] {
  const found = studies
    .filter((study) => whyUncounted(study) === undefined)
    .flatMap((study) => study.needs.map((need) => ({ study, need })))
    .flatMap(({ study, need: { id: need, title, pairs } }) =>
      pairs.map((pair) => ({ ...pair, study, need, title })),
    );
  // A need has another title where another figure answers it: resident memory is not memory.
  const rows = Map.groupBy(found, ({ need, title, one, other }) => [need, title, one, other].join());
  return [...rows.values()].flatMap((row) => {
    const [first] = row;
    if (!first) return [];
    const { need, title, one, other } = first;
    const having = (verdict: SharedVerdict) =>
      row.filter((pair) => pair.verdict === verdict).map(({ study }) => study);
    const by = {
      better: having('better'),
      equivalent: having('equivalent'),
      worse: having('worse'),
      inconclusive: having('inconclusive'),
    };
    return { need, title, one, other, by, flips: by.better.length > 0 && by.worse.length > 0 };
  });
}

/** Returns true if any study shows a verdict on the pair. */
export const isShown = ({ by }: PairTally): boolean =>
  by.better.length + by.equivalent.length + by.worse.length > 0;

/** `3 on 2 machines` */
export function countOf(studies: readonly PublishedStudy[]): string {
  if (studies.length === 0) return '–';
  const machines = new Set(studies.map(machineOf)).size;
  return `${studies.length} on ${machines} machine${machines === 1 ? '' : 's'}`;
}

export const HEADER = ['need', 'pair', ...VERDICTS, 'flips'] as const;

/** Returns the rows of the table: those for which a study shows a verdict. */
export const rowsOf = (studies: readonly PublishedStudy[]): string[][] =>
  tally(studies)
    .filter(isShown)
    .map((row) => [
      row.title,
      `${row.one} ÷ ${row.other}`,
      ...VERDICTS.map((verdict) => countOf(row.by[verdict])),
      row.flips ? 'yes' : 'no',
    ]);

/** Names the studies and the rows that the table leaves out. */
export function remainder(studies: readonly PublishedStudy[]): string {
  const all = tally(studies);
  const open = all.filter((row) => !isShown(row)).length;
  const uncounted = (Object.keys(REASON) as WhyUncounted[]).flatMap((why) => {
    const count = studies.filter((study) => whyUncounted(study) === why).length;
    return count === 0 ? [] : [`${count} of them counted for no verdict, because ${REASON[why]}.`];
  });
  return [
    `${studies.length} ${studies.length === 1 ? 'study' : 'studies'}.`,
    ...uncounted,
    ...(open === 0
      ? []
      : [`${open} of ${all.length} pairs are inconclusive in each of the others, and are left out.`]),
  ].join(' ');
}

const REASON: Readonly<Record<WhyUncounted, string>> = {
  'older method': 'throughput was measured by an older method',
  'other programs': 'other programs used more than 10 % of the CPU time',
};
