import type { Config } from '../../config/config.ts';
import type { Trial, Window } from '../../model.ts';
import { cellsOf } from '../../plan/cells.ts';
import { conditionOf } from '../../plan/condition.ts';

/** A tail needs samples: several times the window of a throughput. */
const STRETCH = 2;
const LEAD_IN_SECONDS = 0.5;

/** The open loop at the profile's loads, Poisson arrivals, keep-alive connections; one start serves them all. */
export function planLatency(config: Config): Trial[] {
  const { profile, headline } = config;
  const windows = profile.loads.map(
    (ofCapacity): Window => ({
      id: `load-${ofCapacity}`,
      condition: { ...conditionOf(headline), load: ofCapacity },
      seconds: profile.windowSeconds * STRETCH,
      leadInSeconds: LEAD_IN_SECONDS,
      load: { kind: 'open', query: headline, ofCapacity, arrivals: 'poisson', policy: 'keep-alive' },
    }),
  );
  return cellsOf(config, { scenario: 'latency', rounds: profile.rounds.other, sentinel: false }, windows);
}
