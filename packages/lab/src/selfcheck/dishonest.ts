import { count } from '@cpu-bound/study/format';
import type { Analysis, Doubt } from '@cpu-bound/study/model';
import type { Finding } from './acceptance.ts';
import { PLAIN } from './planted-latency.ts';

const FASTER: readonly Doubt['kind'][] = ['too-little-cpu', 'too-many-answers', 'too-fast'];

/** The dishonest contestants of `packages/planted`. Each must raise one of these doubts. */
export const DISHONEST: Readonly<Record<string, readonly Doubt['kind'][]>> = {
  refuse: ['unanswered'],
  fail: ['unanswered'],
  cache: FASTER,
  ahead: FASTER,
  store: ['too-little-cpu'],
  stall: ['uneven'],
  twice: ['answered-twice', ...FASTER],
  misreport: ['own-times'],
};

/** The planted contestants without a fault of their own: they close connections, hide processes, rename workers. */
export const HONEST = [PLAIN, 'rename', 'hidden', 'closes', 'few'];

/** The doubts of a run. */
export type DishonestRun = Pick<Analysis['validity'], 'doubts'>;

/** Checks that each dishonest contestant raised its doubt, and the honest ones never did. */
export function dishonestFindings(runs: readonly DishonestRun[]): Finding[] {
  const kindsIn = ({ doubts }: DishonestRun, id: string) =>
    doubts.filter(({ contestant }) => contestant === id).map(({ kind }) => kind);
  return [
    ...Object.entries(DISHONEST).map(([id, kinds]): Finding => {
      const found = runs.filter((run) => kindsIn(run, id).some((kind) => kinds.includes(kind))).length;
      const all = [...new Set(runs.flatMap((run) => kindsIn(run, id)))];
      return {
        id: `dishonest-${id}`,
        what: `${count(runs.length, 'run')}: ${id} is questioned`,
        accepted: `in each, for ${kinds.join(' or ')}`,
        observed: `in ${found}, for ${all.join(', ') || 'nothing'}`,
        ok: found === runs.length,
      };
    }),
    ...HONEST.map((id): Finding => {
      const named = runs.filter((run) => kindsIn(run, id).length > 0).length;
      return {
        id: `dishonest-${id}`,
        what: `${count(runs.length, 'run')}: ${id}, which is honest, is not questioned`,
        accepted: 'in none',
        observed: `in ${named}`,
        ok: named === 0,
      };
    }),
  ];
}

/** Describes the doubts of a run, in lines for the terminal. */
export const dishonestLines = ({ doubts }: DishonestRun): readonly string[] =>
  doubts.map(({ contestant, message }) => `${contestant}: ${message}`);
