import { closedLoop } from '@cpu-bound/measure/load/closed/closed-loop';
import { exchangesOf } from '@cpu-bound/measure/load/exchange';
import { blockOrders } from '@cpu-bound/study/plan/order';
import { ACCEPTANCE, type SelfcheckOptions } from './acceptance.ts';
import spinWorkload, { LOOPS } from './spin.ts';
import { type Experiment, ratioOf, type ThroughputRatio } from './twins.ts';
import { withServer } from './with-server.ts';

const CONNECTIONS = 8;
const LEAD_IN_SECONDS = 0.1;
const SECONDS = 0.2;
const WARM_UP_SECONDS = 0.3;

/** The arms: the program, the program once more, and the program with more work than it reports. */
const ARMS = { baseline: 0, twin: 0, planted: ACCEPTANCE.plantedPercent } as const;
type ArmName = keyof typeof ARMS;
/** Answers per second of each block. */
type Rates = Record<ArmName, ReadonlyMap<string, number>>;
const names = Object.keys(ARMS) as ArmName[];

/** Measures the verified answers per second of a closed loop. */
async function throughput(origin: string, leadInSeconds: number, seconds: number): Promise<number> {
  const load = { kind: 'closed', query: { loops: String(LOOPS) }, connections: CONNECTIONS } as const;
  const { result } = await closedLoop(
    { origin, load, leadInSeconds, seconds },
    exchangesOf(spinWorkload, load.query),
  );
  if (result.firstWrong) throw new Error(result.firstWrong);
  return result.perSecond;
}

/** Measures one round as a run does: fresh processes of all arms side by side, block after block. */
const sitting = (seed: string): Promise<Rates> =>
  withServer('busy', ARMS.baseline, (baseline) =>
    withServer('busy', ARMS.twin, (twin) =>
      withServer('busy', ARMS.planted, (planted) => measure({ baseline, twin, planted }, seed)),
    ),
  );

async function measure(origins: Record<ArmName, string>, seed: string): Promise<Rates> {
  const rates = { baseline: new Map(), twin: new Map(), planted: new Map() } satisfies Record<
    ArmName,
    Map<string, number>
  >;
  for (const name of names) await throughput(origins[name], 0, WARM_UP_SECONDS);
  for (const [block, order] of (blockOrders(names, ACCEPTANCE.blocks, seed) as ArmName[][]).entries()) {
    for (const name of order) {
      const rate = await throughput(origins[name], LEAD_IN_SECONDS, SECONDS);
      if (rate > 0) rates[name].set(String(block), rate); // without an answer, there is no ratio
    }
  }
  return rates;
}

/**
 * Compares a program with itself and with itself under more work, in the same sittings. The first pair must not
 * differ more often than the stated error rate allows; the second difference must be found.
 *
 * @param title stands before each round's number on the terminal
 */
export async function experiment(
  seed: string,
  { signal, now }: Pick<SelfcheckOptions, 'signal' | 'now'>,
  title: string,
): Promise<Experiment> {
  const rounds: Rates[] = [];
  for (let round = 1; round <= ACCEPTANCE.rounds; round++) {
    signal.throwIfAborted();
    now(`${title}, round ${round} of ${ACCEPTANCE.rounds}`);
    rounds.push(await sitting(`${seed}/${round}`));
  }
  const ratesOf = (name: ArmName) => rounds.map((rates) => rates[name]);
  return {
    twin: ratioOf(ratesOf('baseline'), ratesOf('twin')),
    planted: ratioOf(ratesOf('baseline'), ratesOf('planted')),
  };
}

const shown = ({ estimate, low, high }: ThroughputRatio['inRun']) =>
  `${estimate.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

/** Describes an experiment, in lines for the terminal. */
export const experimentLines = ({ twin, planted }: Experiment): readonly string[] => [
  `twin ${shown(twin.inRun)}, planted ${shown(planted.inRun)}`,
];
