import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Seconds } from '@cpu-bound/measure/model';
import { shellWord } from '@cpu-bound/measure/model/shell-word';
import { questions } from '@cpu-bound/questions/questions';
import { writePages } from '@cpu-bound/report/write';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { durationOf } from '@cpu-bound/study/config/amounts';
import { UsageError } from '@cpu-bound/study/config/config';
import type { ReaderCase } from '@cpu-bound/study/decide/case';
import { decide } from '@cpu-bound/study/decide/decision';
import { type OpenQuestion, openQuestions, questionNamed } from '@cpu-bound/study/decide/questions';
import type { Weights } from '@cpu-bound/study/decide/rank';
import { count } from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { minutes } from '@cpu-bound/study/progress/display';
import { layout, ResultsError } from '@cpu-bound/study/results/store';
import { readStudy } from '@cpu-bound/study/results/study';
import { Interrupted } from '@cpu-bound/study/run/context';
import { type Addition, additionTo, expectedOf, type Study } from './add-run.ts';
import { caseOfRun, weightsOf } from './analysis.ts';
import { withMachine } from './claim.ts';
import { measure } from './measure.ts';
import { withPrepared } from './prepare.ts';
import { newestRun } from './runs.ts';
import type { Surface } from './surface.ts';

export type RunOutcome = {
  readonly analysis: Analysis;
  readonly folder: string;
  /** The case of `--rate` and `--p99`, which the run was asked to answer. */
  readonly readerCase: ReaderCase | undefined;
};

export type MoreFlags = {
  readonly for?: string;
  readonly need?: readonly string[];
  readonly scenarios?: string;
  /** The seconds that a run with --for has left. Too few for a round are no mistake of the reader. */
  readonly within?: Seconds;
};

/** The time reserved for analysing, drawing and writing after the last window. */
const CONCLUSION: Seconds = 5;

/**
 * `bench more` measures the open questions of a study, the weakest one first. Each gets a run until its next look,
 * after which the page is written again.
 *
 * @throws UsageError for a wrong flag, or if the machine, the versions or the code differ from the study's
 */
export async function moreOfStudy(
  path: string | undefined,
  flags: MoreFlags,
  surface: Surface,
): Promise<RunOutcome> {
  const problems: string[] = [];
  const seconds = flags.for === undefined ? flags.within : durationOf('--for', flags.for, problems);
  const named = namedIn(flags.scenarios, problems);
  if (problems.length > 0) throw new UsageError(problems);
  // One claim for all additions: none of them has to wait for a bench that came later.
  return withMachine({ measures: 'bench more' }, surface, () =>
    measureOpen(path, { flags, named, remaining: clock(seconds) }, surface),
  );
}

type Asked = {
  readonly flags: MoreFlags;
  readonly named: readonly string[] | undefined;
  readonly remaining: () => Seconds;
};

async function measureOpen(
  path: string | undefined,
  { flags, named, remaining }: Asked,
  surface: Surface,
): Promise<RunOutcome> {
  const { cwd, print, signal } = surface;
  const folder = resolve(cwd, path ?? (await newestRun(surface)));
  const shown = relative(cwd, folder) || folder;
  assertMeasured(folder, shown, flags);
  let study: Study = { folder, run: await readStudy(folder) };
  if (study.run.manifest.against)
    throw new UsageError([
      `${shown}: compares two checkouts and is no study; repeat it with more --rounds instead`,
    ]);
  if (study.run.manifest.profile === 'soak')
    throw new UsageError([
      `${shown}: is a soak, of one sitting, and no study; repeat it with a longer --for instead`,
    ]);
  let analysis = analysisOf(study);
  const readerCase = caseOfRun(study.run.manifest.flags);
  const weights = weightsOf(flags.need ?? [], analysis.decision.needs);
  const done = new Set<string>();
  const keyOf = ({ scenario, because, rounds }: OpenQuestion) =>
    named ? scenario : `${scenario}/${because}/${rounds}`;
  for (;;) {
    const open = questionsOf(analysis, weights, named).filter((question) => !done.has(keyOf(question)));
    const additions = await Promise.all(open.map((question) => additionTo(study, question, surface)));
    const next = firstThatFits(additions, remaining());
    if (done.size === 0 && (next || additions.length === 0)) announce(shown, additions, remaining(), print);
    if (!next && additions.length > 0) {
      if (done.size === 0 && flags.for !== undefined) throw tooShort(flags.for, additions);
      print(`${minutes(remaining())} left: no round of an open question fits`);
    }
    if (!next || signal.aborted) break;
    done.add(keyOf(next.question));
    const fitting = await additionTo(study, { ...next.question, rounds: next.rounds }, surface);
    print(`${next.question.scenario}: ${count(next.rounds, 'round')}`);
    await run(study, fitting, remaining(), surface);
    study = { folder, run: await readStudy(folder) };
    analysis = analysisOf(study);
    await writePages(analysis, questions, { page: join(folder, layout.report), folder, readerCase });
  }
  if (signal.aborted) print(`to continue:\n  npx -y pnpm@12 bench more ${shellWord(shown)}`);
  return { analysis, folder, readerCase };
}

/** @throws ResultsError with the command that begins a study, if the folder has only the findings of one, or nothing */
function assertMeasured(folder: string, shown: string, { scenarios }: MoreFlags): void {
  if (existsSync(join(folder, layout.manifest))) return;
  const questions = scenarios === undefined ? '' : ` --scenarios ${scenarios}`;
  throw new ResultsError(
    `${shown}: has no ${layout.manifest}, so its measurements are not on this machine and nothing can be added. To begin a study here: npx -y pnpm@12 bench run${questions}`,
  );
}

function tooShort(time: string, additions: readonly Addition[]): UsageError {
  const least = Math.min(...additions.map((addition) => expectedOf(addition).round));
  return new UsageError([
    `--for ${time}: is too short for a round of any open question; accepted: ${Math.ceil(PREPARATION + least + CONCLUSION)}s or more`,
  ]);
}

/** Starts a clock that returns the seconds left of a duration. */
function clock(seconds: Seconds | undefined): () => Seconds {
  if (seconds === undefined) return () => Number.POSITIVE_INFINITY;
  const end = performance.now() + seconds * 1000;
  return () => (end - performance.now()) / 1000 - CONCLUSION;
}

const analysisOf = ({ run }: Study): Analysis => decide(analyse(run, questions), questions);

function namedIn(flag: string | undefined, problems: string[]): readonly string[] | undefined {
  const named = flag?.split(',').map((id) => id.trim());
  const ids = questions.filter(({ profiles }) => !profiles.includes('soak')).map(({ id }) => id);
  const unknown = named?.filter((id) => !ids.includes(id)) ?? [];
  problems.push(...unknown.map((id) => `--scenarios ${id}: unknown; accepted: ${ids.join(', ')}`));
  return named;
}

const questionsOf = (analysis: Analysis, weights: Weights, named: readonly string[] | undefined) =>
  named?.map((id) => questionNamed(id, analysis, questions)) ?? openQuestions(analysis, questions, weights);

/** The time to find the backends, and to time the kernel and the generators. */
const PREPARATION: Seconds = 10;

function announce(
  shown: string,
  additions: readonly Addition[],
  remaining: Seconds,
  print: Surface['print'],
): void {
  const lines = additions.map((addition) => {
    const { scenario, because, needs, rounds } = addition.question;
    const time = PREPARATION + expectedOf(addition).total;
    const why = because ? ` (${needs.join(', ')}): ${because},` : ':';
    return { time, text: `  ${scenario}${why} ${count(rounds, 'round')}, about ${minutes(time)}` };
  });
  if (lines.length === 0) {
    print(`${shown}: no question is open that more rounds could answer (docs/adr/0033)`);
    return;
  }
  const total = lines.reduce((sum, { time }) => sum + time, 0);
  const within = total > remaining ? `, as many as fit into ${minutes(remaining)}` : '';
  print(`${shown}: to measure, about ${minutes(total)}${within}`);
  for (const { text } of lines) print(text);
}

/** Finds the first question of which at least one round fits, and how many rounds fit. */
function firstThatFits(additions: readonly Addition[], remaining: Seconds) {
  for (const addition of additions) {
    const { rounds } = addition.question;
    const fitting = Math.floor((remaining - PREPARATION) / expectedOf(addition).round);
    if (fitting >= 1) return { question: addition.question, rounds: Math.min(rounds, fitting) };
  }
  return undefined;
}

/** Measures one addition. An interruption ends it early, and is no error. */
async function run(study: Study, addition: Addition, remaining: Seconds, surface: Surface): Promise<void> {
  const isLimited = Number.isFinite(remaining);
  const within = isLimited ? { at: performance.now() + remaining * 1000, tolerance: 0 } : undefined;
  try {
    await withPrepared(addition, surface, (prepared) =>
      measure(prepared, surface, { within, study: study.folder }),
    );
  } catch (error) {
    if (!(surface.signal.aborted && surface.signal.reason instanceof Interrupted)) throw error;
  }
}
