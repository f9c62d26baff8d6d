import type { Config } from '../../measure/config/config.ts';
import { cellsOf } from '../../measure/plan/cells.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import { openLoad } from '../../measure/plan/windows.ts';
import type { Trial, Window } from '../../model.ts';

const OVERLOADS = [1.5, 3];
const LEAD_IN_SECONDS = 0.2;
const STRETCH = 1.25;
/** What is offered afterwards, and for how many windows of a throughput: the backlog has to drain meanwhile. */
const AFTERWARDS = 0.3;
const WATCHED = 3;
/** Requests that a service may have waiting: few enough that a refusal is due, more than its workers. */
export const mostPending = ({ workers }: Config): number => Math.max(64, 4 * workers);

/** More than the contestant can answer, then less: what gets through, what is refused, and how long it lasts. */
export function planOverload(config: Config): Trial[] {
  const { profile, headline } = config;
  const windows = OVERLOADS.map(
    (load): Window => ({
      id: `overload-${load}`,
      condition: { ...conditionOf(headline), load },
      seconds: Math.round(profile.windowSeconds * STRETCH * 100) / 100,
      leadInSeconds: LEAD_IN_SECONDS,
      load: openLoad(headline, load, {
        of: 'own',
        afterwards: {
          ofCapacity: AFTERWARDS,
          seconds: Math.round(profile.windowSeconds * WATCHED * 100) / 100,
        },
      }),
    }),
  );
  const env = { MAX_PENDING: String(mostPending(config)) };
  return cellsOf(config, { scenario: 'overload', rounds: profile.rounds.other, env }, windows);
}
