import { amongMain } from '@cpu-bound/study/decide/among';
import { answerRows } from '@cpu-bound/study/decide/rows';
import * as format from '@cpu-bound/study/format';
import type { Analysis, AnswerRow, Load, LoadOutcome } from '@cpu-bound/study/model';
import { exampleOf } from '../size/example.ts';
import { ratesMeasured, type StrategyRates } from '../size/measured.ts';
import { keeps, type ReaderCase } from '../size/size.ts';
import { ratesWithinTarget, searchIn, withFigures } from '../size/within.ts';

/** Makes the answer rows of a study among its main contestants, for the reader's load or for the study's own. */
export function rowsOf(runAnalysis: Analysis, readerCase?: ReaderCase): AnswerRow[] {
  const analysis = amongMain(runAnalysis);
  return answerRows(analysis, loadOf(analysis, readerCase));
}

/** Answers a load for each strategy; without one it is the study's low rate, and the target of its search. */
function loadOf(analysis: Analysis, readerCase: ReaderCase | undefined): Load | undefined {
  const rated = ratesMeasured(analysis);
  const search = searchIn(analysis);
  const example = exampleOf(rated, format.printed);
  const asked = readerCase ?? (example && { rate: example.rate, p99: search?.targetMs ?? example.p99 });
  if (!asked || rated.every(({ rates }) => rates.length === 0)) return undefined;
  const { standings = {} } = analysis.decision.needs[0] ?? {};
  const figures = ratesWithinTarget(search, analysis.contestants, asked.p99);
  return {
    perSecond: asked.rate,
    p99Ms: asked.p99,
    outcomes: withFigures(rated, figures)
      .filter(({ id }) => id in standings)
      .map((strategy) => outcomeOf(strategy, asked, analysis)),
  };
}

const OUTCOMES = { yes: 'kept', no: 'not kept', 'not known': 'not known' } as const;

function outcomeOf(strategy: StrategyRates, asked: ReaderCase, { decision }: Analysis): LoadOutcome {
  const { id } = strategy;
  if (!decision.options.includes(id)) return { id, outcome: 'questioned' };
  const { answer, by } = keeps(strategy, asked);
  if (by && !by.p99) return { id, outcome: 'overloaded' };
  return { id, outcome: OUTCOMES[answer], ...(by?.p99 && { p99: by.p99 }) };
}
