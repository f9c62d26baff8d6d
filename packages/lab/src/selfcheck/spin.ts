import type { Workload } from '@cpu-bound/workload';

type Input = { readonly loops: number };
type Output = { readonly loops: number; readonly sum: number };

/**
 * A task takes about three milliseconds on a core of the 2020s. In a shorter task, HTTP would dilute 5 % more work to
 * less than 5 %.
 */
export const LOOPS = 2_000_000;

/** Does fixed work whose amount can be scaled to a percent, for planting a known slowdown. */
export function spin(loops: number): number {
  let sum = 0;
  for (let index = 0; index < loops; index++) sum = (sum + (index ^ (sum >> 3))) & 0xff_ffff;
  return sum;
}

const expected = new Map<number, number>();

/** The workload of the self-check's own servers. */
const spinWorkload: Workload<Input, Output> = {
  name: 'spin',
  parse: ({ loops }) => ({ loops: Number(loops) }),
  run: ({ loops }) => ({ loops, sum: spin(loops) }),
  verify({ loops }, output) {
    const known = expected.get(loops) ?? spin(loops);
    expected.set(loops, known);
    return output.loops === loops && output.sum === known;
  },
  headline: { loops: String(LOOPS) },
  sizes: [{ label: 'headline', query: { loops: String(LOOPS) } }],
};
export default spinWorkload;
