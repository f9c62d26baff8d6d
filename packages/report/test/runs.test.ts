import { join } from 'node:path';
import { it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { renderAdr } from '../src/adr/render.ts';
import { boardLines } from '../src/first-screen/board.ts';
import { firstScreen, secondScreen } from '../src/first-screen/first-screen.ts';
import { findingLines } from '../src/first-screen/terminal.ts';
import { renderSummary } from '../src/summary.ts';
import { RUNS, storedNames, storedRun } from './stored-run.ts';

const WEIGHTS = { 'light-requests': 3, throughput: 1 };

/** Everything that a run says about its strategies, in the order in which a reader meets it. */
async function answersOf(name: string): Promise<string> {
  const analysis = await storedRun(name);
  const ranked = renderSummary(analysis, questions, { weights: WEIGHTS }).split('\n').at(-1);
  const parts = {
    'THE PAGE': [firstScreen(analysis), secondScreen(analysis, (file) => `![${file}]`)].join('\n\n'),
    'THE TERMINAL': [...boardLines(analysis, questions), '', ...findingLines(analysis)].join('\n'),
    'THE SUMMARY BY WEIGHTS': ranked,
    'THE RECORD': renderAdr(analysis, WEIGHTS),
  };
  return Object.entries(parts)
    .map(([title, text]) => `==== ${title}\n\n${text}`)
    .join('\n\n')
    .concat('\n');
}

// `--test-update-snapshots` writes the file: read its diff before you commit it.
for (const name of storedNames)
  it(`the stored run ${name} gives the answers of its snapshot, byte for byte`, async ({ assert }) =>
    assert.fileSnapshot(await answersOf(name), join(RUNS, `${name}.txt`), { serializers: [String] }));
