import type { Config } from '../config/config.ts';
import type { Cell, Window } from '../model.ts';
import { seededRandom } from '../stats/random.ts';

/** How often a scenario's cells repeat, and whether the baseline runs under a second name too. */
export type CellOptions = { readonly scenario: string; readonly rounds: number; readonly sentinel: boolean };

/** One cell per contestant and round, the windows in a seeded order of their own in each. */
export function cellsOf(config: Config, options: CellOptions, windows: readonly Window[]): Cell[] {
  const { scenario, rounds, sentinel } = options;
  const subjects = [
    ...config.contestants.map(({ id }) => ({ contestant: id, twin: false })),
    ...(sentinel ? [{ contestant: config.baseline, twin: true }] : []),
  ];
  return Array.from({ length: rounds }, (_, index) => index + 1).flatMap((round) =>
    subjects.map((subject): Cell => {
      const id = `${scenario}/${round}/${subject.contestant}${subject.twin ? '-twin' : ''}`;
      const order = seededRandom(`${config.seed}/${id}`).shuffle(windows);
      return { kind: 'cell', id, scenario, round, ...subject, windows: order };
    }),
  );
}
