import { allPairs, compareThese } from '@cpu-bound/stats/compare-pairs';
import type { Components } from '@cpu-bound/stats/detection';
import { drawArm, type RunLike, runLike, smallestFound } from '@cpu-bound/stats/detection';
import { LOOKS } from '@cpu-bound/stats/looks';
import { standardDeviation } from '@cpu-bound/stats/moments';
import { seededRandom } from '@cpu-bound/stats/random';
import { excludes, type Interval, pairsAmong } from '@cpu-bound/stats/verdict';
import { count } from '@cpu-bound/study/format';
import type { Analysis, Doubt } from '@cpu-bound/study/model';
import { type Finding, leastFound, mostAlarms, outcome } from './acceptance.ts';
import { FAULTY, MORE, PLAIN, type PlantedRun, ratesIn } from './planted-run.ts';

/** The power of a run: the simulation finds the slow tenth in 60 % where the speed wanders (stats/test/simulate-percentiles.ts). */
const POWER = { pause: 0.95, burst: 0.95, tenth: 0.6 } as const;
/** The error of all comparisons of a run. */
const ERROR = 0.05;

/**
 * Judges what some runs found. What a run like these finds, by simulation from their scatter, is said and not judged: a
 * machine whose speed wanders is no fault of the bench.
 */
export const plantedFindings = (
  runs: readonly PlantedRun[],
  { seed, simulated = 2_000 }: { readonly seed: string; readonly simulated?: number },
): Finding[] => [
  ...bySimulation(runs, seed, simulated),
  ofMoreWork(runs),
  ...FAULTY.map((id) => ofFault(runs, id)),
  ofTwins(runs),
];

function bySimulation(runs: readonly PlantedRun[], seed: string, times: number): Finding[] {
  const run = runLike(runs.map(ratesIn));
  if (!run) return [];
  const detection = detectionBy(run, Object.values(MORE), seed, times);
  const { alarms } = detection;
  // A simulation of an error as stated counts more than this in 1 of 100 seeds.
  const most = Math.floor(times * ERROR + 2.33 * Math.sqrt(times * ERROR * (1 - ERROR)));
  return [
    {
      id: 'detection',
      what: `${count(runs.length, 'run')} of throughput: what a run like these finds`,
      accepted: 'said, and not judged',
      observed: `${alarms === undefined ? TOO_FEW : sentence(detection)} ${scatter(run.components)}`,
    },
    {
      id: 'false-alarms',
      what: `${times} simulated runs like these, of equal contestants: runs in which any pair differs`,
      accepted: `at most ${most}`,
      observed: alarms === undefined ? TOO_FEW : `${alarms}`,
      ...outcome(alarms !== undefined, (alarms ?? 0) <= most),
    },
  ];
}

const TOO_FEW = 'The rounds are too few for a verdict.';

/** Says what a run finds, as docs/method.md does. */
function sentence({ simulated: times, found }: Detection): string {
  const shares = found.map(
    ({ percent: more, runs }, index) =>
      `${more} %${index === 0 ? ' more work' : ''} in ${Math.round((100 * runs) / times)} of 100`,
  );
  return `A run like this finds ${shares.join(', ')}.`;
}

const scatter = ({ rounds, blocks }: Components) =>
  `The throughput of equal contestants scatters by ${percent(rounds)} from round to round, and by ${percent(blocks)} from block to block.`;

const percent = (deviations: readonly number[]) => `${(100 * standardDeviation(deviations)).toFixed(1)} %`;

/** Judges the direction of the differences that the runs found. */
function ofMoreWork(runs: readonly PlantedRun[]): Finding {
  const pairs = runs.flatMap(({ slower }) => slower);
  const differing = pairs.filter(({ ratio }) => rulesOut(ratio, 1));
  const wrong = differing.filter(({ ratio }) => ratio.low > 1);
  const found = differing.filter((pair) => !wrong.includes(pair));
  const shares = Object.entries(MORE).map(
    ([id, more]) => `${more} % in ${found.filter(({ contestant }) => contestant === id).length}`,
  );
  const isComplete = pairs.length === runs.length * Object.keys(MORE).length;
  return {
    id: 'direction',
    what: `the same runs: contestants with more work than ${PLAIN} that were found to be faster`,
    accepted: 'none, if any was found to differ',
    observed: `${wrong.length} of ${pairs.length}; found to be slower: ${shares.join(', ')}`,
    ...outcome(!isComplete || differing.length > 0, isComplete && wrong.length === 0),
  };
}

function ofFault(runs: readonly PlantedRun[], id: (typeof FAULTY)[number]): Finding {
  const least = leastFound(runs.length, POWER[id]);
  const found = runs.filter((run) => isShown(run, id)).length;
  const isJudged = runs.some(({ longer }) => longer.some(({ verdict }) => verdict !== 'not-judged'));
  return {
    id: `planted-${id}`,
    what: `${count(runs.length, 'run')} of latency: the p99 of ${id} is longer than that of ${PLAIN}`,
    accepted: `shown in at least ${least}`,
    observed: `shown in ${found}`,
    ...outcome(isJudged && least > 0, found >= least),
  };
}

/** Tells whether a run shows the longer tail under one of its conditions, and the opposite under none. */
function isShown({ longer }: PlantedRun, id: string): boolean {
  const verdicts = longer.filter(({ contestant }) => contestant === id).map(({ verdict }) => verdict);
  return verdicts.includes('worse') && !verdicts.includes('better');
}

function ofTwins(runs: readonly PlantedRun[]): Finding {
  const twins = runs.flatMap((run) => run.twins);
  const isJudged = twins.some(({ ratio }) => !ratio.indicative);
  const alarms = twins.filter(({ differs }) => differs).length;
  const most = mostAlarms(twins.length);
  const compared = (kind: string) =>
    runs.filter((run) => run.twins.some(({ metric }) => metric.startsWith(kind))).length;
  const both = Math.min(compared('throughput'), compared('latency'));
  return {
    id: 'planted-twin',
    what: `the same runs: ${PLAIN} and its twin`,
    accepted: `throughput and latency compared in each; different in at most ${most} of ${count(twins.length, 'comparison')}`,
    observed: `compared in ${both}; different in ${count(alarms, 'comparison')}`,
    ...outcome(isJudged || both < runs.length, alarms <= most && both === runs.length),
  };
}

/** How many of some simulated runs find what they should, and what is not there. */
type Detection = {
  readonly simulated: number;
  /** Runs of equal contestants in which any pair differs; absent if the rounds are too few for a look. */
  readonly alarms?: number;
  /** Runs that show the contestant with this much more work, in per cent, to be slower. */
  readonly found: readonly { readonly percent: number; readonly runs: number }[];
};

/**
 * Simulates runs like the measured ones, of equal contestants, and compares their throughput as the analysis of a run
 * does.
 *
 * @param percents the additional work of all contestants but one
 */
export function detectionBy(
  run: RunLike,
  percents: readonly number[],
  seed: string,
  simulated: number,
): Detection {
  const ids = ['0', ...percents.map(String)];
  const smallest = smallestFound(run, { family: pairsAmong(ids.length), seed, simulated });
  const equals = Array.from({ length: smallest.length }, (_, index) => {
    const random = seededRandom(`${seed}/${index}`);
    const arms = ids.map((id) => drawArm(id, run, random));
    return compareThese(allPairs(arms), { margin: 0.05, higherIsBetter: true, looks: LOOKS });
  });
  return {
    simulated,
    ...(equals.length > 0 && {
      alarms: equals.filter((pairs) => pairs.some(({ ratio }) => rulesOut(ratio, 1))).length,
    }),
    found: percents.map((percent) => ({
      percent,
      runs: smallest.filter((ratio) => ratio < 1 + percent / 100).length,
    })),
  };
}

/** Tells whether an interval excludes a ratio. The range of too few rounds excludes nothing. */
const rulesOut = (interval: Interval, ratio: number): boolean =>
  !interval.indicative && excludes(interval, ratio);

const FASTER: readonly Doubt['kind'][] = ['too-little-cpu', 'too-many-answers', 'too-fast'];

/** The planted contestant for which a machine needs Python. */
export const PYTHON = 'python';

/** The dishonest contestants of `packages/planted`. Each must raise one of these doubts. */
export const DISHONEST: Readonly<Record<string, readonly Doubt['kind'][]>> = {
  refuse: ['unanswered'],
  fail: ['unanswered'],
  cache: FASTER,
  shell: FASTER,
  [PYTHON]: FASTER,
  ahead: FASTER,
  store: FASTER,
  twice: ['answered-twice', ...FASTER],
  misreport: ['own-times'],
};

/** The planted contestants without a fault of their own: they close connections, hide processes, divide tasks. */
export const HONEST = ['rename', 'hidden', 'closes', 'few', 'split', 'hints', 'forks'];
/** The planted contestant whose process ends by itself in its first round. */
export const DIES = 'dies';

const ABSENT = 'it was not run, because its program is not on this machine';

/**
 * Checks that each dishonest contestant raised its doubt, and that the honest ones and the baseline did not.
 *
 * @param absent those that were not run, because this machine lacks their program
 */
export function dishonestFindings(
  { doubts }: Pick<Analysis['validity'], 'doubts'>,
  baseline: string,
  absent: readonly string[] = [],
): Finding[] {
  const honest = Object.fromEntries([baseline, ...HONEST].map((id) => [id, []]));
  const expected: typeof DISHONEST = { ...DISHONEST, ...honest };
  return Object.entries(expected).map(([id, kinds]) => {
    const raised = doubts.filter(({ contestant }) => contestant === id).map(({ kind }) => kind);
    return {
      id: `dishonest-${id}`,
      what: `${id} is ${kinds.length > 0 ? 'questioned' : 'honest, and is not questioned'}`,
      accepted: kinds.length > 0 ? `for ${kinds.join(' or ')}` : 'for nothing',
      observed: absent.includes(id) ? ABSENT : `for ${raised.join(', ') || 'nothing'}`,
      ...outcome(
        !absent.includes(id),
        kinds.length > 0 ? raised.some((kind) => kinds.includes(kind)) : raised.length === 0,
      ),
    };
  });
}

/** A round has no answers if its throughput is less than this share of the highest one. */
const NONE = 0.1;

/** Checks that the contestant that ended by itself is named, and answered nothing in one round. */
export function deathFinding({ validity, scenarios }: Pick<Analysis, 'validity' | 'scenarios'>): Finding {
  const deaths = validity.failed.filter(({ contestant, reason }) => contestant === DIES && reason === 'died');
  const rates =
    Object.values(scenarios)
      .flatMap(({ metrics }) => metrics)
      .find(({ contestant, metric }) => contestant === DIES && metric === 'throughput')?.rounds ?? [];
  const without = rates.filter((rate) => rate < NONE * Math.max(...rates)).length;
  return {
    id: 'planted-dies',
    what: `${DIES} ends by itself in its first round`,
    accepted: 'it died once, and has no answer in 1 round',
    observed: `it died in ${deaths.length}, and has no answer in ${without} of ${count(rates.length, 'round')}`,
    ok: deaths.length === 1 && without === 1,
  };
}
