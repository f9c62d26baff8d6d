import type { Analysis, Doubt } from '@cpu-bound/study/model';
import type { Finding } from './acceptance.ts';

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
export const HONEST = ['rename', 'hidden', 'closes', 'few'];

/** Checks that each dishonest contestant raised its doubt, and that the honest ones and the baseline did not. */
export function dishonestFindings(
  { doubts }: Pick<Analysis['validity'], 'doubts'>,
  baseline: string,
): Finding[] {
  const honest = Object.fromEntries([baseline, ...HONEST].map((id) => [id, []]));
  const expected: typeof DISHONEST = { ...DISHONEST, ...honest };
  return Object.entries(expected).map(([id, kinds]) => {
    const raised = doubts.filter(({ contestant }) => contestant === id).map(({ kind }) => kind);
    return {
      id: `dishonest-${id}`,
      what: `${id} is ${kinds.length > 0 ? 'questioned' : 'honest, and is not questioned'}`,
      accepted: kinds.length > 0 ? `for ${kinds.join(' or ')}` : 'for nothing',
      observed: `for ${raised.join(', ') || 'nothing'}`,
      ok: kinds.length > 0 ? raised.some((kind) => kinds.includes(kind)) : raised.length === 0,
    };
  });
}
