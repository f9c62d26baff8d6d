import { type Contestant, isStartable } from '@cpu-bound/measure/contestants/manifest';
import { firstLook } from '@cpu-bound/stats/looks';
import type { Query } from '@cpu-bound/workload';
import type { Config } from '../../config/config.ts';
import { type Milliseconds, type Omission, type Partition, sameInput } from '../../model.ts';
import type { OwnStart, ScenarioPlan } from '../../plan/scenario-plan.ts';
import { CLOSED_LEAD_IN, idOf, openLeadIn, openLoad } from '../../plan/windows.ts';

/** One way, on each link: the same host, the same data centre, another city. */
export const DISTANCES_MS: readonly Milliseconds[] = [0, 1, 10];
/** What an open loop asks for, of what one core computes. */
export const LOAD = 0.5;
const CLOSED_SECONDS = 0.5;
const OPEN_SECONDS = 1.2;

/** As many as a verdict needs. */
export const ROUNDS = firstLook(1);

/** Redis is out of reach for five of these seconds; the rest shows the recovery. */
const PARTED_SECONDS = 9;
const PARTED_AT_SECONDS = 1;
const PARTED_LOAD = 0.4;
/** What is counted there is nearly the same in each round. */
const PARTED_ROUNDS = 2;
const partitions: readonly Partition[] = ['partition-api', 'partition-workers'];

/** Those whose workers can be on other hosts, and find their work over the network. */
const canBeApart = (contestant: Contestant) =>
  isStartable(contestant) &&
  contestant.workerCommand !== undefined &&
  contestant.needs?.includes('redis') === true;

/** A small one, where a queue hardly pays off on one machine, and the headline’s. */
const sizesFor = ({ workload, headline }: Config): Query[] => [
  ...workload.sizes
    .slice(1, 2)
    .map(({ query }) => query)
    .filter((query) => !sameInput(query, headline)),
  headline,
];

/** The baseline, which has the way from its clients alone, beside those whose parts are apart. */
export function planDistance(config: Config): ScenarioPlan {
  const { contestants, baseline, headline, connections } = config;
  const apart = contestants.filter(canBeApart).map(({ id }) => id);
  if (apart.length === 0) return {};
  const compared = [...new Set([baseline, ...apart])];
  const starts = DISTANCES_MS.map((distanceMs): OwnStart => {
    const sizes = sizesFor(config).map((query) => ({
      id: `distance-${distanceMs}-${idOf(query)}`,
      condition: { input: query, setting: { connections, distanceMs } },
      seconds: CLOSED_SECONDS,
      leadInSeconds: CLOSED_LEAD_IN,
      load: { kind: 'closed', query, connections } as const,
    }));
    return {
      name: `${distanceMs}`,
      contestant: compared,
      changes: { distanceMs },
      rounds: ROUNDS,
      windows: [
        ...sizes,
        {
          id: `distance-${distanceMs}-open`,
          condition: { input: headline, setting: { load: LOAD, of: 'core', distanceMs } },
          seconds: OPEN_SECONDS,
          leadInSeconds: openLeadIn(config, LOAD),
          load: openLoad(headline, { load: LOAD, of: 'core' }),
        },
      ],
    };
  });
  const parted = apart.map(
    (id): OwnStart => ({
      name: `${id}-parted`,
      contestant: id,
      changes: { distanceMs: 1 },
      rounds: PARTED_ROUNDS,
      windows: partitions.map((kind) => ({
        id: kind,
        condition: { input: headline, setting: { load: PARTED_LOAD, of: 'core', fault: kind } },
        seconds: PARTED_SECONDS,
        leadInSeconds: openLeadIn(config, PARTED_LOAD),
        load: openLoad(headline, { load: PARTED_LOAD, of: 'core' }),
        fault: { kind, atSeconds: PARTED_AT_SECONDS },
      })),
    }),
  );
  return { starts: [...starts, ...parted] };
}

export function distanceLeftOut({ contestants, baseline }: Config): Omission[] {
  if (!contestants.some(canBeApart))
    return [{ reason: 'none of the contestants has workers that could be on another host' }];
  const here = contestants.filter((one) => !canBeApart(one) && one.id !== baseline);
  return [
    ...here.map(({ id }) => ({
      contestant: id,
      reason: 'its workers are on the host of its API, so it differs from the baseline in no distance',
    })),
    {
      what: 'lost packets',
      reason:
        'a relay of TCP streams loses none; between hosts or network namespaces `tc qdisc add dev … root netem delay 1ms loss 0.1%` does, and `--target` measures across it',
    },
  ];
}
