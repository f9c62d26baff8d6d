import type { Seconds } from '@cpu-bound/study/model';
import type { JsonObject } from '@cpu-bound/workload';

/** A request, its weight in the draw, and the fields of its right answer. */
export type K6Request = {
  readonly path: string;
  readonly share: number;
  /** The fields of the right answer. Without it, two answers may differ, and k6 checks only the status. */
  readonly expected?: JsonObject;
};

export type K6Load = {
  readonly name: string;
  readonly seconds: Seconds;
  readonly requests: readonly K6Request[];
} & ({ readonly perSecond: number } | { readonly connections: number });

export type K6Script = {
  /** Lines of the comment at the top. */
  readonly about: readonly string[];
  /** The warm-up before the measured part of each load, which no threshold reads (default: none). */
  readonly warmUpSeconds?: Seconds;
  /** The address of the service if BASE_URL is not set. */
  readonly origin: string;
  readonly loads: readonly K6Load[];
  /** Thresholds of k6's own metrics, by metric. */
  readonly thresholds: Readonly<Record<string, readonly string[]>>;
};

const PAUSE: Seconds = 5;
const TIMEOUT = '30s';
/** k6 takes whole numbers of requests, so the rate is given by the minute. */
const TIME_UNIT: Seconds = 60;
/** Gives an arrival rate a connection for each request under way: at most those of 30 s. */
const connectionsFor = (perSecond: number) => ({
  preAllocatedVUs: Math.max(50, Math.ceil(perSecond)),
  maxVUs: Math.max(100, Math.ceil(perSecond * 30)),
});

/** Arranges the loads one after the other, each after its warm-up. */
function scenariosOf(loads: readonly K6Load[], warmUpSeconds: Seconds) {
  let at: Seconds = 0;
  const entries = loads.flatMap((load) => {
    const how =
      'perSecond' in load
        ? {
            executor: 'constant-arrival-rate',
            rate: Math.max(1, Math.round(load.perSecond * TIME_UNIT)),
            timeUnit: `${TIME_UNIT}s`,
            ...connectionsFor(load.perSecond),
          }
        : { executor: 'constant-vus', vus: load.connections };
    const scenarioOf = (name: string, seconds: Seconds, pause: Seconds) => {
      const startTime = `${at}s`;
      at += seconds + pause;
      const entry = {
        ...how,
        duration: `${seconds}s`,
        startTime,
        gracefulStop: TIMEOUT,
        env: { LOAD: load.name },
      };
      return [name, entry] as const;
    };
    return [
      ...(warmUpSeconds > 0 ? [scenarioOf(`${load.name}-warm-up`, warmUpSeconds, 1)] : []),
      scenarioOf(load.name, load.seconds, PAUSE),
    ];
  });
  return Object.fromEntries(entries);
}

/** Writes a script for k6, its operator on Kubernetes, or its cloud; the service is at BASE_URL. */
export function k6Script({ about, origin, loads, thresholds, warmUpSeconds = 0 }: K6Script): string {
  const options = {
    scenarios: scenariosOf(loads, warmUpSeconds),
    thresholds,
    summaryTrendStats: ['med', 'p(90)', 'p(99)', 'max'],
  };
  const requests = Object.fromEntries(loads.map((load) => [load.name, load.requests]));
  return `${about.map((line) => `// ${line}`).join('\n')}

import http from 'k6/http';
import { check } from 'k6';

const BASE_URL = __ENV.BASE_URL || ${JSON.stringify(origin)};

export const options = ${JSON.stringify(options, null, 2)};

// The requests of each load, with the share of each, and the fields of its right answer.
const REQUESTS = ${JSON.stringify(requests, null, 2)};

function draw(requests) {
  let left = Math.random() * requests.reduce((sum, { share }) => sum + share, 0);
  return requests.find(({ share }) => (left -= share) < 0) || requests[0];
}

function isRight(body, expected) {
  try {
    const answer = JSON.parse(body);
    return Object.entries(expected).every(
      ([name, value]) => JSON.stringify(answer[name]) === JSON.stringify(value),
    );
  } catch (_) {
    return false;
  }
}

export default function () {
  const { path, expected } = draw(REQUESTS[__ENV.LOAD]);
  const response = http.get(BASE_URL + path, { timeout: ${JSON.stringify(TIMEOUT)}, tags: { name: path } });
  check(response, {
    'the answer is right': ({ status, body }) => status === 200 && (!expected || isRight(body, expected)),
  });
}
`;
}
