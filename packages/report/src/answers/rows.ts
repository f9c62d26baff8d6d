import { amongMain } from '@cpu-bound/study/decide/among';
import { answerRows } from '@cpu-bound/study/decide/rows';
import * as format from '@cpu-bound/study/format';
import type { Analysis, AnswerRow, Load, LoadOutcome } from '@cpu-bound/study/model';
import { answerCase, type ReaderCase, type StrategyCase } from '../size/case.ts';
import { exampleOf } from '../size/example.ts';
import { measurementsIn } from '../size/measured.ts';

/** Makes the answer rows of a study among its main contestants, for the reader's load or for the study's own. */
export function rowsOf(runAnalysis: Analysis, readerCase?: ReaderCase): AnswerRow[] {
  const analysis = amongMain(runAnalysis);
  return answerRows(analysis, loadOf(analysis, readerCase));
}

/** Answers a load for each strategy; without one it is the study's low rate, and the target of its search. */
function loadOf(analysis: Analysis, readerCase: ReaderCase | undefined): Load | undefined {
  const measured = measurementsIn(analysis);
  const asked = readerCase ?? exampleOf(measured, format.printed);
  if (!asked) return undefined;
  const { strategies } = answerCase(measured, asked);
  return {
    perSecond: asked.rate,
    p99Ms: asked.p99,
    outcomes: strategies.map((each) => outcomeOf(each, asked.rate)),
  };
}

function outcomeOf(answer: StrategyCase, rate: number): LoadOutcome {
  const { id, around, machines } = answer;
  if (answer.state === 'unknown' && answer.why === 'questioned') return { id, state: 'questioned' };
  const evidence = answer.state === 'unknown' ? undefined : answer.evidence;
  const at =
    evidence?.by === 'windows'
      ? evidence.at
      : around.find(({ perSecond }) => format.printed(perSecond) === rate);
  return {
    id,
    state: answer.state,
    ...(at?.p99 && { p99: at.p99 }),
    ...(answer.state === 'beyond reach' && evidence && 'most' in evidence && { most: evidence.most }),
    ...(machines?.enough !== undefined && { machines: machines.enough }),
  };
}
