import type { Cell, Window } from '../../model.ts';
import { seededRandom } from '../../stats/random.ts';
import type { Config } from '../config/config.ts';
import { type Contestant, variantsFor } from '../contestants/manifest.ts';

/** How often a scenario's cells repeat, and how they differ from the plain ones. */
export type CellOptions = Pick<Cell, 'scenario' | 'workers' | 'env' | 'alone'> & {
  readonly rounds: number;
  /** Whether the baseline runs under a second name too. */
  readonly sentinel?: boolean;
  /** Only some of the contestants, or others. */
  readonly contestants?: readonly Contestant[];
  /** Tells the cells of one contestant and round apart where there are several. */
  readonly suffix?: string;
};

/** The contestants, and the variants of them that this scenario measures too. */
export const withVariants = ({ contestants }: Config, scenario: string): Contestant[] => [
  ...contestants,
  ...variantsFor(contestants, scenario),
];

/** One cell per contestant and round, the windows in a seeded order of their own in each. */
export function cellsOf(config: Config, options: CellOptions, windows: readonly Window[]): Cell[] {
  const { scenario, rounds, sentinel, contestants = config.contestants, suffix, ...changes } = options;
  const subjects = [
    ...contestants.map(({ id }) => ({ contestant: id, twin: false })),
    ...(sentinel ? [{ contestant: config.baseline, twin: true }] : []),
  ];
  return Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) =>
    subjects.map((subject): Cell => {
      const name = `${subject.contestant}${subject.twin ? '-twin' : ''}${suffix ? `-${suffix}` : ''}`;
      const id = `${scenario}/${round}/${name}`;
      const order = seededRandom(`${config.seed}/${id}`).shuffle(windows);
      return { kind: 'cell', id, scenario, round, ...subject, ...changes, windows: order };
    }),
  );
}
