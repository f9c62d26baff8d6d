import type { Config } from '../../measure/config/config.ts';
import { cellsOf } from '../../measure/plan/cells.ts';
import { conditionOf } from '../../measure/plan/condition.ts';
import { openLoad } from '../../measure/plan/windows.ts';
import type { Trial, Window } from '../../model.ts';

const LOAD = 0.3;
const AT_SECONDS = 0.6;
const SECONDS = 3.6;
const LEAD_IN_SECONDS = 0.4;

/** SIGTERM and a fresh start on the same port while requests keep coming: a deployment without a second instance. */
export function planRestart(config: Config): Trial[] {
  const { headline, profile } = config;
  const window: Window = {
    id: 'restart',
    condition: { ...conditionOf(headline), load: LOAD },
    seconds: SECONDS,
    leadInSeconds: LEAD_IN_SECONDS,
    load: openLoad(headline, LOAD),
    fault: { kind: 'restart', atSeconds: AT_SECONDS },
  };
  return cellsOf(config, { scenario: 'restart', rounds: profile.rounds.other, alone: true }, [window]);
}
