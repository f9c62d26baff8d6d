import type { Cell, Trial } from '../../model.ts';
import { seededRandom } from '../../stats/random.ts';

/**
 * Lets the cells of one contestant in one round share a start: starting and warming up would be most of the time.
 * The process is still what repeats. A cell that wants other workers or another environment, or that hurts its
 * process, keeps a start of its own; so does the twin of the baseline.
 *
 * @param trials of one round
 * @returns the same windows in fewer cells, in a seeded order in each
 */
export function shareStarts(trials: readonly Trial[], seed: string): Trial[] {
  const first = new Map<string, Cell>();
  const guests = new Map<Cell, Cell[]>();
  const kept = trials.filter((trial) => {
    if (trial.kind !== 'cell' || !sharesItsStart(trial)) return true;
    const host = first.get(trial.contestant);
    if (!host) {
      first.set(trial.contestant, trial);
      return true;
    }
    guests.set(host, [...(guests.get(host) ?? []), trial]);
    return false;
  });
  return kept.map((trial) => {
    const joining = trial.kind === 'cell' ? guests.get(trial) : undefined;
    return trial.kind === 'cell' && joining ? join(trial, joining, seed) : trial;
  });
}

const sharesItsStart = ({ twin, alone, workers, env }: Cell) =>
  !twin && !alone && workers === undefined && env === undefined;

function join(host: Cell, guests: readonly Cell[], seed: string): Cell {
  const brought = guests.flatMap(({ scenario, windows }) =>
    windows.map((window) => ({ ...window, scenario })),
  );
  const windows = seededRandom(`${seed}/${host.id}/shared`).shuffle([...host.windows, ...brought]);
  return { ...host, windows };
}
