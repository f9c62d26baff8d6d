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
  const example = exampleOf(measured, format.printed);
  const asked = readerCase ?? (example && { ...example, p99: measured.search?.targetMs ?? example.p99 });
  if (!asked || measured.strategies.every(({ rates }) => rates.length === 0)) return undefined;
  const { standings = {} } = analysis.decision.needs[0] ?? {};
  return {
    perSecond: asked.rate,
    p99Ms: asked.p99,
    outcomes: answerCase(measured, asked)
      .strategies.filter(({ id }) => id in standings)
      .map(outcomeOf),
  };
}

function outcomeOf(answer: StrategyCase): LoadOutcome {
  const { id, around } = answer;
  if (answer.state === 'unknown') {
    const [{ p99 } = { p99: undefined }] = around;
    return answer.why === 'questioned'
      ? { id, outcome: 'questioned' }
      : { id, outcome: 'not known', ...(p99 && { p99 }) };
  }
  if (answer.state === 'beyond reach') return { id, outcome: 'overloaded' };
  const p99 = answer.evidence.by === 'windows' ? answer.evidence.at.p99 : around[0]?.p99;
  if (answer.evidence.by === 'windows' && !p99) return { id, outcome: 'overloaded' };
  return { id, outcome: answer.state, ...(p99 && { p99 }) };
}
