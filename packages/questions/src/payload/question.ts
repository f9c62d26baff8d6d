import { type Contestant, isElsewhere, variantsFor } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import { comparisonsOf, extent, metricsOf, throughput } from '@cpu-bound/study/analyse/measures';
import { percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import { cpuMs, peakMemory, probeSamples, redisMemory } from '../measures.ts';
import type { PayloadAnalysis } from './analyse.ts';
import { payloadCharts } from './charts.ts';
import { payloadNeeds } from './needs.ts';
import { payloadSection } from './section.ts';
import { sizeName } from './words.ts';

const KIB = 1024;
/** From a form to a photograph, in octets. */
export const SIZES: readonly number[] = [KIB, 64 * KIB, KIB * KIB, 8 * KIB * KIB];
/** As text in JSON: enough to tell what that costs beside octets. */
const AS_JSON = KIB * KIB;
/** Few connections, so that memory holds eight of the largest bodies at once, and no more. */
const CONNECTIONS = 8;
const SECONDS = 0.4;
const LEAD_IN_SECONDS = 0.15;
const PROBE = { path: '/hello', perSecond: 40, timeoutMs: 400 } as const;

type Query = { readonly in: string; readonly out: string; readonly as: string };
const of = (into: number, out: number, as = 'octets'): Query => ({ in: String(into), out: String(out), as });

/** Each size in, each size out, and one out as JSON. */
const QUERIES: readonly Query[] = [
  ...SIZES.map((size) => of(size, 0)),
  ...SIZES.map((size) => of(0, size)),
  of(0, AS_JSON, 'json'),
];

const takesOctets = ({ octets }: Contestant) => octets === true;
/** Whether it takes and gives bodies of this size; a larger one is answered with 413. */
const takes =
  ({ in: into, out }: Query) =>
  ({ mostOctets = Number.POSITIVE_INFINITY }: Contestant) =>
    Math.max(Number(into), Number(out)) <= mostOctets;
/** It would be measured as its contestant is: the workload of this question is another. */
const isKernel = (contestant: Contestant) => !isElsewhere(contestant) && contestant.kernel !== undefined;

const windowOf = (query: Query) => ({
  id: `payload-${query.in}-${query.out}-${query.as}`,
  condition: { input: query, setting: { connections: CONNECTIONS } },
  seconds: SECONDS,
  leadInSeconds: LEAD_IN_SECONDS,
  load: { kind: 'closed', query, connections: CONNECTIONS } as const,
  probe: PROBE,
});

const measures = [throughput, cpuMs, peakMemory, redisMemory];

export const payload: Question<PayloadAnalysis> = {
  id: 'payload',
  question: 'What do large request and response bodies cost?',
  profiles: ['thorough'],
  once: ['standard'],
  /** All contestants side by side with a workload of its own, which computes next to nothing. */
  plan({ contestants, profile }) {
    const able = contestants.filter((one) => takesOctets(one) && !isKernel(one));
    if (able.length === 0) return {};
    const variants = profile.withVariants ? variantsFor(able, 'payload') : [];
    const all = [...able, ...variants];
    const startOf = (name: string, queries: readonly Query[], some: readonly Contestant[]) => ({
      name,
      contestant: some.map(({ id }) => id),
      changes: { workload: 'payload' },
      windows: queries.map(windowOf),
    });
    const common = QUERIES.filter((query) => all.every(takes(query)));
    const large = QUERIES.filter((query) => !common.includes(query));
    const unlimited = all.filter((one) => large.every((query) => takes(query)(one)));
    return {
      starts: [
        startOf('octets', common, all),
        ...(large.length > 0 && unlimited.length > 0 ? [startOf('large octets', large, unlimited)] : []),
      ],
    };
  },
  leftOut: ({ contestants }) =>
    contestants.flatMap((contestant) => {
      const { id, mostOctets } = contestant;
      if (isKernel(contestant))
        return { contestant: id, reason: 'its kernel is not one of the workload of this question' };
      if (!takesOctets(contestant))
        return {
          contestant: id,
          reason: 'its manifest does not say that bodies reach its workers (octets)',
        };
      if (mostOctets === undefined || QUERIES.every((query) => takes(query)(contestant))) return [];
      const most = sizeName(mostOctets);
      return {
        contestant: id,
        what: `bodies and answers above ${most}`,
        reason: `it answers 413 to a body above ${most}, and its results have no room for more, either`,
      };
    }),
  /** The cost of the size of input and output, where next to nothing is computed. */
  analyse: (input) => ({
    metrics: [...metricsOf(input, measures), ...percentileMetrics(input, 'hello', probeSamples, ['p50'])],
    comparisons: comparisonsOf(input, throughput),
    rounds: extent(input).rounds,
  }),
  needs: payloadNeeds,
  section: payloadSection,
  charts: payloadCharts,
};
