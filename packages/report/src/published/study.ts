import { BenchError } from '@cpu-bound/measure/model/errors';
import { z } from 'zod';

/** Names and versions on one line: the pattern excludes a path, an address or a sentence. */
const short = z.string().regex(/^[\w .,()+-]{1,80}$/);
/** The id of a contestant of this repository. */
const strategy = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/);
const factor = z.strictObject({
  estimate: z.number().positive(),
  low: z.number().nonnegative(),
  high: z.number().positive(),
});

/**
 * A study as it is shared: verdicts and ratios, and the facts on which they depend. Every object is strict, so a field
 * without a name here is refused: no private data gets into `published/` by accident.
 */
const schema = z.strictObject({
  /** 1: throughput was measured by a method that the bench has no more. */
  schemaVersion: z.literal([1, 2]),
  id: z.string().regex(/^[\w-]{1,80}$/),
  startedAt: z.iso.datetime(),
  profile: short,
  /** 0 if the run was interrupted before its first trial ended. */
  durationS: z.number().nonnegative(),
  machine: z.strictObject({
    cores: z.int().positive(),
    /** The cores of the machine, if the services had a part of them. */
    of: z.int().positive().optional(),
    cpu: short,
    /** `yes` if a hypervisor runs the machine. */
    virtual: z.enum(['yes', 'no', 'unknown']),
    memoryGiB: z.int().positive(),
    os: short,
    node: short,
  }),
  /** The contestants' sources: a commit, or the version of the package. */
  sources: z.string().regex(/^([0-9a-f]{7,40}( with uncommitted changes)?|cpu-bound-bench [\d.]+|unknown)$/),
  workload: z.strictObject({
    /** A function of a reader's own has no name here. */
    name: short,
    taskMs: z.number().positive().optional(),
  }),
  strategies: z.array(z.strictObject({ id: strategy, version: short })),
  /** Two processes of the baseline, compared: they show the differences that this machine can resolve. */
  twins: z.array(z.strictObject({ metric: short, ratio: factor, differs: z.boolean() })),
  conditions: z.strictObject({
    unsteadiness: z.number().nonnegative().optional(),
    steal: z.number().nonnegative().optional(),
    foreign: z.number().nonnegative().optional(),
  }),
  /** The ids of the run's warnings. */
  warnings: z.array(short),
  undominated: z.array(strategy),
  needs: z.array(
    z.strictObject({
      id: short,
      title: short,
      /** The number of rounds. */
      n: z.int().nonnegative(),
      pairs: z.array(
        z.strictObject({
          one: strategy,
          other: strategy,
          /** The verdict on `one` ÷ `other`; older files call a pair without a look `inconclusive`. */
          verdict: z.enum(['better', 'worse', 'equivalent', 'inconclusive', 'not-judged']),
          /** The factor by which `one` is better: above 1 if it is better. */
          ratio: factor.optional(),
        }),
      ),
    }),
  ),
});

export type PublishedStudy = z.infer<typeof schema>;

/** @throws BenchError naming the file and each field that is wrong */
export function parseStudy(file: string, text: string): PublishedStudy {
  const { data, error } = schema.safeParse(JSON.parse(text));
  if (data) return data;
  const problems = error.issues.map(({ path, message }) => `${file}: ${path.join('.')}: ${message}`);
  throw new BenchError('RESULTS', [
    ...problems,
    'accepted: a file that `npx -y pnpm@12 bench publish` wrote',
  ]);
}
