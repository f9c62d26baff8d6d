import assert from 'node:assert/strict';
import { answerIn } from '@cpu-bound/study/decide/case';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import { measurementsIn } from '@cpu-bound/study/decide/measurements';
import type { Analysis } from '@cpu-bound/study/model';
import { caseText, commandOf, loadWords } from '../../src/answers/case.ts';
import { caseDigest } from '../../src/digest.ts';

const RATES = [40, 300, 5_000];
const BOUNDS = [1, 93];

/** Asserts that the terminal, JSON and the browser, which reads JSON, give every strategy the same state. */
export function assertCasesAgree(whole: Analysis): void {
  const analysis = amongMain(whole);
  const inPage = JSON.parse(JSON.stringify(measurementsIn(analysis)));
  for (const rate of RATES)
    for (const p99 of BOUNDS) {
      const answer = answerIn(analysis, { rate, p99 });
      const states = Object.fromEntries(answer.strategies.map(({ id, state }) => [id, state]));
      const { verdicts } = loadWords({ measured: inPage, singles: [], command: '' }, { rate, p99 });
      assert.deepEqual(Object.fromEntries(verdicts.map(({ id, state }) => [id, state])), states);
      const command = commandOf(analysis, answer);
      const json = JSON.parse(caseDigest(answer, command));
      const inJson = json.strategies.map(({ id, state }: { id: string; state: string }) => [id, state]);
      assert.deepEqual(Object.fromEntries(inJson), states);
      const text = caseText(analysis, answer);
      for (const id of Object.keys(states)) assert.ok(text.includes(`**${id}**`), `${id}: ${text}`);
      // A case that is unknown comes with the command that tells.
      const isOpen = answer.strategies.some((one) => one.state === 'unknown' && one.why !== 'questioned');
      assert.equal(command !== undefined, isOpen);
      assert.equal(text.includes(' measures it.'), isOpen);
    }
}
