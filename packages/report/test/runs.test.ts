import { join } from 'node:path';
import { it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { made } from '@cpu-bound/questions/test/decisions';
import { amongMain } from '@cpu-bound/study/decide/contestants';
import type { Analysis } from '@cpu-bound/study/model';
import { renderAdr } from '../src/adr/render.ts';
import { caseLine } from '../src/answers/case.ts';
import { checks, problems } from '../src/appendix.ts';
import { firstScreen, secondScreen } from '../src/first-screen/first-screen.ts';
import { boardLines, findingLines } from '../src/first-screen/terminal.ts';
import { renderSummary } from '../src/page.ts';
import { assertCasesAgree } from './case/agreeing-cases.ts';
import { RUNS, storedNames, storedRun } from './stored-run.ts';

const WEIGHTS = { 'light-requests': 3, throughput: 1 };
/** A rate that one process answers, one that it does not, one that was never offered, and a shorter p99. */
const CASES = [
  { rate: 40, p99: 100 },
  { rate: 300, p99: 100 },
  { rate: 5_000, p99: 100 },
  { rate: 280, p99: 50 },
];

const titled = (parts: Readonly<Record<string, string | undefined>>) =>
  Object.entries(parts)
    .map(([title, text]) => `==== ${title}\n\n${text}`)
    .join('\n\n')
    .concat('\n');

/** Everything that a run says about its strategies, in the order in which a reader meets it. */
const answersOf = (analysis: Analysis): string =>
  titled({
    'THE PAGE': [firstScreen(analysis), secondScreen(analysis)].join('\n\n'),
    'THE TERMINAL': [...boardLines(analysis, questions), '', ...findingLines(analysis)].join('\n'),
    'THE SUMMARY BY WEIGHTS': renderSummary(analysis, questions, { weights: WEIGHTS }).split('\n').at(-1),
    'THE RECORD': renderAdr(analysis, WEIGHTS),
  });

/** Runs whose answers to readers with a case, faults and lines at the terminal are in their snapshots, too. */
const IN_FULL = [
  'cluster wins',
  'every question was asked',
  'latency was not measured',
  'the queue keeps answers',
  'the run is suspect',
];

/** Renders the first screen of a made-up run. */
const firstAnswersOf = (analysis: Analysis, isInFull: boolean): string =>
  titled({
    'THE FIRST SCREEN': firstScreen(analysis),
    ...(isInFull && {
      'THE CASES': CASES.map((readerCase) => caseLine(amongMain(analysis), readerCase)).join('\n\n'),
      'WHAT WENT WRONG': [problems(analysis), checks(analysis)].join('\n\n'),
      'THE TERMINAL': findingLines(analysis).join('\n'),
    }),
  });

// `--test-update-snapshots` writes the files: read their diff before you commit it.
const serializers = [String];
for (const name of storedNames)
  it(`the stored run ${name} gives the answers of its snapshot, byte for byte`, async ({ assert }) =>
    assert.fileSnapshot(answersOf(await storedRun(name)), join(RUNS, `${name}.txt`), { serializers }));

for (const [name, analysis] of Object.entries(made)) {
  const file = `${name.replaceAll(/\W+/g, '-')}.txt`;
  it(`a run in which ${name} gives the answers of its snapshot`, ({ assert }) =>
    assert.fileSnapshot(firstAnswersOf(analysis, IN_FULL.includes(name)), join(RUNS, 'made-up', file), {
      serializers,
    }));
}

for (const [name, analysis] of [
  ...(await Promise.all(storedNames.map(async (name) => [name, await storedRun(name)] as const))),
  ...Object.entries(made),
])
  it(`the terminal, JSON and the browser agree about every strategy in any case, of the run “${name}”`, () =>
    assertCasesAgree(analysis));
