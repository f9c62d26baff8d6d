import * as format from '../format.ts';
import type { Analysis } from '../model/analysis.ts';
import type { Figure, NeedFigures } from '../model/answer.ts';
import type { Decision, NeedResult, RowId } from '../model/decision.ts';
import type { ContestantFacts } from '../model/run.ts';
import { ROWS } from '../model.ts';
import { answerCase, type CaseAnswer, exampleOf, type ReaderCase } from './case.ts';
import { amongMain } from './contestants.ts';
import { figuresIn, leadersIn } from './figures.ts';
import { measurementsIn } from './measurements.ts';
import { relationIn } from './standing.ts';

/** A need in which a leader of a row is behind, and who is farthest ahead there. */
export type Price = {
  readonly need: NeedFigures['need'];
  readonly own: Figure;
  readonly than: Figure;
};

/** A line of advice: a need, the strategies to take, the figures that show it, and its price. */
export type AnswerRow = {
  readonly id: RowId;
  /** `shortest p99 at 45/s` */
  readonly need: string;
  /**
   * - `enough`: a strategy without workers keeps the load
   * - `led`: by `leaders`
   * - `any but`: more than two are ahead of `leaders`, which are all the others
   * - `divided`: a row of several needs, each with leaders of its own
   * - `none`: no strategy keeps the load, or the jobs
   * - `not known`: some may keep the load
   * - `not compared`: fewer than two strategies have a figure
   * - `no figure`: its question was asked, and no window gave one
   */
  readonly state:
    | 'enough'
    | 'led'
    | 'any but'
    | 'divided'
    | 'no difference'
    | 'none'
    | 'not known'
    | 'not judged'
    | 'not compared'
    | 'not measured'
    | 'no figure';
  readonly leaders: readonly string[];
  /** The needs of the row that have figures; that of the load has none. */
  readonly evidence: readonly NeedFigures[];
  /** How each strategy answers the reader's load, or the one that the study answers best. */
  readonly load?: CaseAnswer;
  /** For each leader the needs in which it is behind, the largest effect first, one of each matter. */
  readonly price: Readonly<Record<string, readonly Price[]>>;
  /** The servers that a leader needs: `redis`. */
  readonly servers: Readonly<Record<string, readonly string[]>>;
  /** Some need is not judged yet, so a price may grow. */
  readonly isPriceOpen?: true;
};

/** Makes the answer rows of a study among its main contestants, for the reader's load or for the study's own. */
export function rowsOf(runAnalysis: Analysis, readerCase?: ReaderCase): AnswerRow[] {
  const analysis = amongMain(runAnalysis);
  return answerRows(analysis, loadOf(analysis, readerCase));
}

/** Answers a load for each strategy; without one it is the study's low rate, and the target of its search. */
function loadOf(analysis: Analysis, readerCase: ReaderCase | undefined): CaseAnswer | undefined {
  const measured = measurementsIn(analysis);
  const asked = readerCase ?? exampleOf(measured);
  return asked && answerCase(measured, asked);
}

/** A row of several needs has a name of its own; another one has that of its need, with what is wanted of it. */
const NAMES: Partial<Record<RowId, string>> = {
  jobs: 'jobs survive a restart',
  failures: 'failing tasks harm none',
  costs: 'least memory, CPU',
};
const WANTED: Partial<Record<RowId, string>> = { p99: 'shortest', answers: 'most', traffic: 'most' };

type Study = {
  readonly decision: Pick<Decision, 'needs'>;
  readonly contestants: readonly Pick<ContestantFacts, 'id' | 'workers' | 'needs'>[];
};
type Unpriced = Omit<AnswerRow, 'price' | 'servers' | 'isPriceOpen'>;

/**
 * Makes the answer rows of a study. Every medium prints these. A question that the run cannot have asked has no row.
 *
 * @param load the reader's load, and how each strategy answers it
 */
export function answerRows(study: Study, load?: CaseAnswer): AnswerRow[] {
  const figures = figuresIn(study.decision);
  return ROWS.flatMap((id) => {
    if (id === 'load') return [priced(loadRow(study, figures, load), atTheLoad(figures), study)];
    const needs = study.decision.needs.filter(({ row }) => row === id);
    const own = figures.filter(({ need }) => need.row === id);
    const [first] = needs;
    if (!first) return [];
    const need = NAMES[id] ?? titleOf(id, first);
    const found = own.length > 0 ? rowOf(id, need, own) : withoutFigures(id, need, needs);
    const row = id === 'jobs' ? keptJobs(found) : found;
    const matters = own.map((each) => each.need.matter);
    return [
      priced(
        row,
        figures.filter((each) => !matters.includes(each.need.matter)),
        study,
      ),
    ];
  });
}

/** `most answers at full load`, `light requests at 45/s, p90` */
const titleOf = (id: RowId, { title, statistic }: NeedResult): string =>
  [[WANTED[id], title].filter(Boolean).join(' '), statistic].filter(Boolean).join(', ');

function rowOf(id: RowId, need: string, own: readonly NeedFigures[]): Unpriced {
  const judged = own.filter(({ state }) => state === 'judged').map((each) => each.need);
  const row = { id, need, evidence: own, leaders: [] };
  if (judged.length === 0)
    return {
      ...row,
      state: own.some(({ state }) => state === 'not compared') ? 'not compared' : 'not judged',
    };
  const { leaders, ahead, unbeaten, behind } = leadersIn(judged);
  if (leaders.length > 0) return { ...row, state: 'led', leaders };
  if (judged.length > 1 && judged.some((one) => leadersIn([one]).leaders.length > 0))
    return { ...row, state: 'divided' };
  const isAnyBut = ahead.length > 2 && ahead.length === unbeaten.length && behind.length < 3;
  return isAnyBut ? { ...row, state: 'any but', leaders: behind } : { ...row, state: 'no difference' };
}

function withoutFigures(id: RowId, need: string, needs: readonly NeedResult[]): Unpriced {
  const isAsked = needs.some(({ absence, why }) => absence === 'no figure' || why !== undefined);
  return { id, need, evidence: [], leaders: [], state: isAsked ? 'no figure' : 'not measured' };
}

/** Who lost an accepted job leads nothing, however many the others lost. */
function keptJobs(row: Unpriced): Unpriced {
  if (row.state !== 'led' && row.state !== 'any but') return row;
  const lostNone = (id: string) =>
    row.evidence.some(({ figures }) =>
      figures.some(({ id: own, cell }) => own === id && cell?.kind === 'lost jobs' && cell.count.high === 0),
    );
  const leaders = row.leaders.filter(lostNone);
  return leaders.length > 0 ? { ...row, leaders, state: 'led' } : { ...row, leaders, state: 'none' };
}

/** The needs that say what else a load is paid with: those of full load, and the latency itself, do not. */
function atTheLoad(figures: readonly NeedFigures[]): NeedFigures[] {
  const hasLow = figures.some(({ need }) => need.row === 'light-low');
  return figures.filter(
    ({ need }) => need.matter !== 'latency' && need.matter !== 'traffic' && !(hasLow && need.row === 'light'),
  );
}

const loadText = (perSecond: number) =>
  `${perSecond.toLocaleString('en-GB')} ${perSecond === 1 ? 'request' : 'requests'}/s`;

/**
 * A strategy without workers that keeps the load is enough. Otherwise, of those that keep it: who is behind none of them
 * in CPU time, and of these in memory.
 */
function loadRow(
  { contestants }: Study,
  figures: readonly NeedFigures[],
  load: CaseAnswer | undefined,
): Unpriced {
  const row = { id: 'load' as const, need: 'requests/s within a p99', evidence: [], leaders: [] };
  if (!load) return { ...row, state: 'not measured' };
  const asked = { ...row, need: `${loadText(load.rate)}, p99 ≤ ${format.givenTime(load.p99)}`, load };
  const kept = load.strategies.filter(({ state }) => state === 'kept').map(({ id }) => id);
  const alone = kept.filter((id) => contestants.some((one) => one.id === id && !one.workers));
  const costs = ['cpu', 'memory'].flatMap((matter) =>
    figures.filter(({ need, state }) => need.matter === matter && state === 'judged'),
  );
  const leaders = costs.reduce(
    (left, { need }) => {
      const isBehind = (one: string) => left.some((other) => relationIn(need.pairs, other, one) === 'better');
      const unbeaten = left.filter((one) => !isBehind(one));
      return unbeaten.length > 0 ? unbeaten : left; // small differences may go in a circle
    },
    alone.length > 0 ? alone : kept,
  );
  if (leaders.length > 0) return { ...asked, leaders, state: alone.length > 0 ? 'enough' : 'led' };
  const isOpen = load.strategies.some((one) => one.state === 'unknown' && one.why !== 'questioned');
  return { ...asked, state: isOpen ? 'not known' : 'none' };
}

/** Adds the price of each leader, by the needs that may count. */
function priced(row: Unpriced, figures: readonly NeedFigures[], { contestants }: Study): AnswerRow {
  const leaders = row.state === 'led' || row.state === 'enough' ? row.leaders : [];
  const isOpen = leaders.length > 0 && figures.some(({ state }) => state === 'not judged');
  return {
    ...row,
    price: Object.fromEntries(leaders.map((id) => [id, pricesOf(id, figures)])),
    servers: Object.fromEntries(
      leaders.map((id) => [id, contestants.find((one) => one.id === id)?.needs ?? []]),
    ),
    isPriceOpen: isOpen || undefined,
  };
}

const sizeOf = ({ behind }: Figure): number => behind?.factor ?? Number.POSITIVE_INFINITY;

function pricesOf(id: string, figures: readonly NeedFigures[]): Price[] {
  const all = figures.flatMap(({ need, figures: each }): Price[] => {
    const own = each.find((figure) => figure.id === id);
    const than = each.find((figure) => figure.id === own?.behind?.than);
    return own && than ? [{ need, own, than }] : [];
  });
  // An overload is one matter, in however many needs it shows.
  const matterOf = ({ need, own }: Price) => own.because ?? need.matter;
  return [
    ...Map.groupBy(
      all.toSorted((a, b) => sizeOf(b.own) - sizeOf(a.own)),
      matterOf,
    ).values(),
  ].flatMap(([largest]) => largest ?? []);
}
