import { type Contestant, isElsewhere, variantsFor } from '@cpu-bound/measure/contestants/manifest';
import type { Condition, Omission, Undecided } from '@cpu-bound/study/model';
import { cpuMs, peakMemory, percentile, redisMemory, throughput } from '../metrics.ts';
import type { QuestionSpec } from '../question.ts';

type Query = { readonly in: string; readonly out: string; readonly as: string };
const MIB = 2 ** 20;
/** The sizes of bodies, from a form to a photograph, in octets. */
const SIZES: readonly number[] = [MIB / 1024, MIB / 16, MIB, 8 * MIB];

const queryOf = (into: number, out: number, as = 'octets'): Query => ({
  in: String(into),
  out: String(out),
  as,
});
/** The most informative size in and out: that of the need. A form is smaller, a photograph larger. */
const TELLING: readonly Query[] = [queryOf(MIB, 0), queryOf(0, MIB)];
/** Each size in, each size out, and one out as JSON text, whose cost is compared with that of octets. */
const ALL: readonly Query[] = [
  ...SIZES.map((size) => queryOf(size, 0)),
  ...SIZES.map((size) => queryOf(0, size)),
  queryOf(0, MIB, 'json'),
];

/** Returns true if the contestant accepts and returns bodies of this size; a larger one is answered with 413. */
const takes =
  ({ in: into, out }: Query) =>
  ({ mostOctets = Number.POSITIVE_INFINITY }: Contestant) =>
    Math.max(Number(into), Number(out)) <= mostOctets;

/**
 * Returns true for a contestant with another kernel. It would repeat its contestant's figures, because this question
 * has its own workload.
 */
const isKernel = (contestant: Contestant) => !isElsewhere(contestant) && contestant.kernel !== undefined;

/** `64 KiB`, `8 MiB`. */
const sizeName = (octets: number) => (octets >= MIB ? `${octets / MIB} MiB` : `${octets / 1024} KiB`);

/** `1 MiB in`, `64 KiB out`, `1 MiB out as JSON`. */
function named({ input }: Condition): string {
  const [into, out] = [Number(input.in), Number(input.out)];
  return into > 0 ? `${sizeName(into)} in` : `${sizeName(out)} out${input.as === 'json' ? ' as JSON' : ''}`;
}

/** The direction in which the function has the larger bodies; one without a body answers. */
const isTelling = ({ input }: Condition, { run }: Undecided): boolean => {
  const { octets } = run.workload;
  const direction = octets !== undefined && octets.in >= octets.out ? 'in' : 'out';
  return input.as !== 'json' && Number(input[direction]) === MIB;
};

/** All contestants side by side with a workload that computes next to nothing. */
export const payload: QuestionSpec = {
  id: 'payload',
  question: 'What do large bodies cost?',
  profiles: ['thorough'],
  once: ['standard'],
  why: 'A body is copied to a thread unless its memory is transferred ([`postMessage`](https://nodejs.org/api/worker_threads.html#portpostmessagevalue-transferlist)), and crosses two sockets on its way through Redis. A cluster works on it where it arrives.',
  place: 'together',
  windows({ contestants, profile }) {
    const able = contestants.filter((contestant) => contestant.octets === true && !isKernel(contestant));
    const all = [...able, ...(profile.withVariants ? variantsFor(able, 'payload') : [])];
    const queries = all.length === 0 ? [] : profile.inFull ? ALL : TELLING;
    const isCommon = (query: Query) => all.every(takes(query));
    const unlimited = all.filter((contestant) =>
      queries.every((query) => isCommon(query) || takes(query)(contestant)),
    );
    return queries.map((query) => ({
      id: `payload-${query.in}-${query.out}-${query.as}`,
      query,
      // Memory holds eight of the largest bodies at once, and no more.
      load: { connections: 8 },
      seconds: 0.4,
      leadInSeconds: 0.15,
      probe: { path: '/hello', perSecond: 40, timeoutMs: 400 },
      changes: { workload: 'payload' },
      ...(isCommon(query)
        ? { start: 'octets', contestants: all }
        : { start: 'large octets', contestants: unlimited }),
    }));
  },
  leftOut: ({ contestants }) =>
    contestants.flatMap((contestant): Omission[] => {
      const { id, octets, mostOctets } = contestant;
      if (isKernel(contestant))
        return [
          {
            contestant: id,
            reason: 'this question measures another workload, which does not have its kernel',
          },
        ];
      if (octets !== true)
        return [
          { contestant: id, reason: 'its manifest does not say that bodies reach its workers (octets)' },
        ];
      if (mostOctets === undefined || ALL.every((query) => takes(query)(contestant))) return [];
      const limit = sizeName(mostOctets);
      return [
        {
          contestant: id,
          what: `bodies and answers above ${limit}`,
          reason: `it answers 413 to a body above ${limit}, and its results have no room for more, either`,
        },
      ];
    }),
  named,
  metrics: [
    throughput,
    percentile('hello', 'p50', { title: '/hello p50 (ms)' }),
    cpuMs,
    peakMemory,
    redisMemory,
  ],
  judgedBy: ['throughput'],
  needs: [
    {
      id: 'payload',
      title: 'large bodies',
      titled: ({ input }) => (Number(input.in) > 0 ? 'answers to large requests' : 'large answers'),
      unit: '/s',
      group: 'costs',
      order: 50,
      of: ['throughput'],
      at: (condition, { analysis }) => isTelling(condition, analysis),
      under: (condition) => `${named(condition)}, ${condition.setting.connections} connections`,
    },
  ],
  charts: [{ title: 'Answers per second with large bodies', axis: 'answers/s', of: ['throughput'] }],
};
