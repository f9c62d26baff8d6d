import type { Config } from '../../measure/config/config.ts';
import { cellsOf, withVariants } from '../../measure/plan/cells.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import { openLoad, openSecondsAt } from '../../measure/plan/windows.ts';
import type { LeftOut, Trial, Window } from '../../model.ts';

const LOAD = 0.7;
const LEAD_IN_SECONDS = 0.3;
const SHARE = 0.8;

/** Many and few keep-alive connections, and a connection for each request. */
export function planConnections(config: Config): Trial[] {
  const { headline, workers, connections: many, profile } = config;
  if (connectionsLeftOut(config).length > 0) return [];
  const window = (id: string, load: Window['load'], condition: Window['condition']): Window => ({
    id,
    condition: { ...conditionOf(headline), load: LOAD, ...condition },
    seconds: Math.round(openSecondsAt(config, LOAD) * SHARE * 100) / 100,
    leadInSeconds: LEAD_IN_SECONDS,
    ...(load && { load }),
  });
  const few = 4 * workers;
  const windows = [
    window('keep-alive-many', openLoad(headline, LOAD), { policy: 'keep-alive', connections: many }),
    window('keep-alive-few', openLoad(headline, LOAD, { connections: few }), {
      policy: 'keep-alive',
      connections: few,
    }),
    window('per-request', openLoad(headline, LOAD, { policy: 'per-request' }), { policy: 'per-request' }),
  ];
  const contestants = withVariants(config, 'connections');
  return cellsOf(config, { scenario: 'connections', rounds: profile.rounds.other, contestants }, windows);
}

/** One worker gets all the work, however it comes. */
export const connectionsLeftOut = ({ workers }: Config): LeftOut[] =>
  workers < 2 ? [{ reason: 'with one worker there is nothing to spread' }] : [];
