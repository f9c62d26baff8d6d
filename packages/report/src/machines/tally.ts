import type { PublishedStudy } from './study.ts';

/** Counts on how many machines which verdicts hold: pure, for the page in Markdown and for the browser. */

type Pair = PublishedStudy['needs'][number]['pairs'][number];
export type SharedVerdict = Pair['verdict'];

export const VERDICTS: readonly SharedVerdict[] = ['better', 'equivalent', 'worse', 'inconclusive'];

/** The values that a reader filters by; absent: any. */
export type Filter = Partial<Record<keyof typeof FILTERS, string>>;

/** The name in the address, and the value of a study. */
export const FILTERS = {
  cores: ({ machine }: PublishedStudy) => String(machine.cores),
  cpu: ({ machine }: PublishedStudy) => machine.cpu,
  workload: ({ workload }: PublishedStudy) => workload.name,
} as const;

export const filterNames = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

export const matching = (studies: readonly PublishedStudy[], filter: Filter): PublishedStudy[] =>
  studies.filter((study) =>
    filterNames.every((name) => filter[name] === undefined || FILTERS[name](study) === filter[name]),
  );

/** Studies on equal machines are one machine's word: cores, CPU and whether it is virtual. */
export const machineOf = ({ machine: { cores, cpu, virtual } }: PublishedStudy): string =>
  `${cores} × ${cpu}${virtual === 'yes' ? ', virtual' : ''}`;

/** One pair by one need, over the studies that measured it. */
export type PairTally = {
  readonly need: string;
  readonly title: string;
  readonly one: string;
  readonly other: string;
  /** The studies of each verdict. */
  readonly by: Readonly<Record<SharedVerdict, readonly PublishedStudy[]>>;
  /** One study has it better and another worse. */
  readonly flips: boolean;
};

/** All pairs by all needs, in the order of the studies. */
export function tally(studies: readonly PublishedStudy[]): PairTally[] {
  const rows = new Map<string, { need: string; title: string; pair: Pair; all: [PublishedStudy, Pair][] }>();
  for (const study of studies)
    for (const { id: need, title, pairs } of study.needs)
      for (const pair of pairs) {
        const key = [need, pair.one, pair.other].join();
        const row = rows.get(key) ?? { need, title, pair, all: [] };
        row.all.push([study, pair]);
        rows.set(key, row);
      }
  return [...rows.values()].map(({ need, title, pair: { one, other }, all }) => {
    const having = (verdict: SharedVerdict) =>
      all.flatMap(([study, pair]) => (pair.verdict === verdict ? [study] : []));
    const by = {
      better: having('better'),
      equivalent: having('equivalent'),
      worse: having('worse'),
      inconclusive: having('inconclusive'),
    };
    return { need, title, one, other, by, flips: by.better.length > 0 && by.worse.length > 0 };
  });
}

/** Whether any study shows anything of it. */
export const isShown = ({ by }: PairTally): boolean =>
  by.better.length + by.equivalent.length + by.worse.length > 0;

/** `3 on 2 machines` */
export function countOf(studies: readonly PublishedStudy[]): string {
  if (studies.length === 0) return '–';
  const machines = new Set(studies.map(machineOf)).size;
  return `${studies.length} on ${machines} machine${machines === 1 ? '' : 's'}`;
}

export const HEADER = ['need', 'pair', ...VERDICTS, 'flips'] as const;

/** The rows of the table: those of which a study shows something. */
export const rowsOf = (studies: readonly PublishedStudy[]): string[][] =>
  tally(studies)
    .filter(isShown)
    .map((row) => [
      row.title,
      `${row.one} beside ${row.other}`,
      ...VERDICTS.map((verdict) => countOf(row.by[verdict])),
      row.flips ? 'yes' : 'no',
    ]);

/** The rows that the table leaves out. */
export function remainder(studies: readonly PublishedStudy[]): string {
  const all = tally(studies);
  const open = all.filter((row) => !isShown(row)).length;
  return `${studies.length} ${studies.length === 1 ? 'study' : 'studies'}. ${open} of ${all.length} pairs are inconclusive in each of them, and are left out.`;
}
