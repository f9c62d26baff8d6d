import { type Contestant, isElsewhere, variantsFor } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import type { Config } from '@cpu-bound/study/config/config';
import type { Omission } from '@cpu-bound/study/model';
import type { ScenarioPlan } from '@cpu-bound/study/plan/scenario-plan';
import type { WithRounds } from '../measures.ts';
import { analyse, needs, sizeName, TELLING } from './analyse.ts';
import { charts, section } from './section.ts';

const KIB = 1024;
/** The sizes of bodies, from a form to a photograph, in octets. */
const SIZES: readonly number[] = [KIB, 64 * KIB, KIB * KIB, 8 * KIB * KIB];
/** The size of the body of JSON text, whose cost is compared with that of octets. */
const AS_JSON = TELLING;
/** The number of connections: memory holds eight of the largest bodies at once, and no more. */
const CONNECTIONS = 8;
const SECONDS = 0.4;
const LEAD_IN_SECONDS = 0.15;
const PROBE = { path: '/hello', perSecond: 40, timeoutMs: 400 } as const;

type Query = { readonly in: string; readonly out: string; readonly as: string };

const queryOf = (into: number, out: number, as = 'octets'): Query => ({
  in: String(into),
  out: String(out),
  as,
});

/** Each size in, each size out, and one out as JSON. */
const QUERIES: readonly Query[] = [
  ...SIZES.map((size) => queryOf(size, 0)),
  ...SIZES.map((size) => queryOf(0, size)),
  queryOf(0, AS_JSON, 'json'),
];

/** One size in and out, that of the need. */
const IN_BREADTH: readonly Query[] = [queryOf(TELLING, 0), queryOf(0, TELLING)];

const takesOctets = ({ octets }: Contestant) => octets === true;

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

const windowOf = (query: Query) => ({
  id: `payload-${query.in}-${query.out}-${query.as}`,
  condition: { input: query, setting: { connections: CONNECTIONS } },
  seconds: SECONDS,
  leadInSeconds: LEAD_IN_SECONDS,
  load: { kind: 'closed', query, connections: CONNECTIONS } as const,
  probe: PROBE,
});

/** Plans all contestants side by side with a workload that computes next to nothing. */
export function plan({ contestants, profile }: Config): ScenarioPlan {
  const able = contestants.filter((contestant) => takesOctets(contestant) && !isKernel(contestant));
  if (able.length === 0) return {};
  const variants = profile.withVariants ? variantsFor(able, 'payload') : [];
  const all = [...able, ...variants];
  const startOf = (name: string, queries: readonly Query[], some: readonly Contestant[]) => ({
    name,
    contestant: some.map(({ id }) => id),
    changes: { workload: 'payload' },
    windows: queries.map(windowOf),
  });
  const queries = profile.inFull ? QUERIES : IN_BREADTH;
  const common = queries.filter((query) => all.every(takes(query)));
  const large = queries.filter((query) => !common.includes(query));
  const unlimited = all.filter((contestant) => large.every((query) => takes(query)(contestant)));
  return {
    starts: [
      startOf('octets', common, all),
      ...(large.length > 0 && unlimited.length > 0 ? [startOf('large octets', large, unlimited)] : []),
    ],
  };
}

export const leftOut = ({ contestants }: Config): Omission[] =>
  contestants.flatMap((contestant) => {
    const { id, mostOctets } = contestant;
    if (isKernel(contestant))
      return {
        contestant: id,
        reason: 'this question measures another workload, which does not have its kernel',
      };
    if (!takesOctets(contestant))
      return {
        contestant: id,
        reason: 'its manifest does not say that bodies reach its workers (octets)',
      };
    if (mostOctets === undefined || QUERIES.every((query) => takes(query)(contestant))) return [];
    const limit = sizeName(mostOctets);
    return {
      contestant: id,
      what: `bodies and answers above ${limit}`,
      reason: `it answers 413 to a body above ${limit}, and its results have no room for more, either`,
    };
  });

export const payload: Question<WithRounds> = {
  id: 'payload',
  question: 'What do large bodies cost?',
  profiles: ['thorough'],
  once: ['standard'],
  plan,
  leftOut,
  analyse,
  needs,
  section,
  charts,
};
