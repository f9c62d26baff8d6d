import { closedLoop } from '../measure/load/closed/closed-loop.ts';
import { blockOrders } from '../measure/plan/order.ts';
import { type Arm, comparePairs, type PairComparison, type RoundValue } from '../stats/compare-pairs.ts';
import { summaryOf } from '../stats/round-summary.ts';
import { ACCEPTANCE, type Finding } from './acceptance.ts';
import { LOOPS, spinWorkload } from './spin.ts';
import { withServer } from './with-server.ts';

const CONNECTIONS = 8;
const LEAD_IN_SECONDS = 0.1;
const SECONDS = 0.2;
const WARM_UP_SECONDS = 0.3;

/** The program, itself once more, and itself with more work than it says. */
const ARMS = { baseline: 0, twin: 0, planted: ACCEPTANCE.plantedPercent } as const;
type ArmName = keyof typeof ARMS;
/** Answers per second of each block. */
type Rates = Record<ArmName, ReadonlyMap<string, number>>;
const names = Object.keys(ARMS) as ArmName[];

/** Verified answers per second of a closed loop. */
async function throughput(origin: string, leadInSeconds: number, seconds: number): Promise<number> {
  const load = { kind: 'closed', query: { loops: String(LOOPS) }, connections: CONNECTIONS } as const;
  const { result } = await closedLoop({ origin, load, leadInSeconds, seconds }, spinWorkload as never);
  if (result.firstWrong) throw new Error(result.firstWrong);
  return result.perSecond;
}

/** One round as a run makes it: fresh processes of all side by side, block after block. */
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
    for (const name of order)
      rates[name].set(String(block), await throughput(origins[name], LEAD_IN_SECONDS, SECONDS));
  }
  return rates;
}

/** One experiment: rounds, and each of the two against the baseline by the procedure that compares contestants. */
async function experiment(
  seed: string,
  signal: AbortSignal,
): Promise<{ twin: PairComparison; planted: PairComparison }> {
  const values = new Map(names.map((name) => [name, new Map<number, RoundValue>()]));
  for (let round = 1; round <= ACCEPTANCE.rounds; round++) {
    signal.throwIfAborted();
    const rates = await sitting(`${seed}/${round}`);
    for (const name of names) values.get(name)?.set(round, rates[name]);
  }
  const armOf = (id: ArmName): Arm => ({ id, values: values.get(id) ?? new Map() });
  const against = (id: ArmName) => {
    const [pair] = comparePairs([armOf('baseline'), armOf(id)], { margin: 0.05, higherIsBetter: true });
    if (!pair) throw new Error('no round was measured');
    return pair;
  };
  return { twin: against('twin'), planted: against('planted') };
}

const shown = ({ ratio }: PairComparison) =>
  `${ratio.estimate.toFixed(3)} [${ratio.low.toFixed(3)}, ${ratio.high.toFixed(3)}]`;

/**
 * Runs of a program against itself, which must not be told apart more often than the stated error rate allows, and
 * against itself with more work, which must be found; both in the same sittings.
 */
export async function experiments(
  seed: string,
  signal: AbortSignal,
  onStep: (what: string) => void,
): Promise<Finding[]> {
  const { experiments: count, mostAlarms, leastFound, rounds, plantedPercent } = ACCEPTANCE;
  let alarms = 0;
  let found = 0;
  const widths: number[] = [];
  for (let index = 1; index <= count; index++) {
    const began = performance.now();
    const { twin, planted } = await experiment(`${seed}/${index}`, signal);
    if (twin.ratio.low > 1 || twin.ratio.high < 1) alarms++;
    if (planted.ratio.high < 1) found++;
    widths.push(twin.ratio.high / twin.ratio.low);
    const seconds = Math.round((performance.now() - began) / 1000);
    onStep(`${index} of ${count} (${seconds} s): itself ${shown(twin)}, planted ${shown(planted)}`);
  }
  const width = summaryOf(widths).toFixed(3);
  return [
    {
      id: 'a-a',
      what: `${count} runs of a program against itself, ${rounds} rounds each`,
      accepted: `at most ${mostAlarms} told apart`,
      observed: `${alarms} told apart; median factor between the ends of the interval ${width}`,
      ok: alarms <= mostAlarms,
    },
    {
      id: 'planted',
      what: `the same against the program with ${plantedPercent} % more work`,
      accepted: `at least ${leastFound} found`,
      observed: `${found} found`,
      ok: found >= leastFound,
    },
  ];
}
