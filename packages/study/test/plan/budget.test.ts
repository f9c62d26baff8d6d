import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { able } from '@cpu-bound/questions/test/able';
import { asks, type ProfileName } from '../../src/config/profiles.ts';
import { expectedAround, expectedOfBlock } from '../../src/plan/expect.ts';
import { plan } from '../../src/plan/plan.ts';
import { config } from '../fixtures/config.ts';

const NOTEBOOK = join(import.meta.dirname, '../../../../docs/notebook/0048-breadth-before-depth.md');
/** Starts, warm-ups and stops belong to all questions of a sitting. */
const STARTS = 'starts and warm-ups of sittings';

/** The seconds that each question gets. A window that several questions read counts for the first. */
function budget(profileName: ProfileName): Map<string, number> {
  const given = config({ profileName, contestants: able });
  const asked = questions.filter((question) => asks(profileName, question));
  const seconds = new Map<string, number>();
  const add = (question: string, more: number) => seconds.set(question, (seconds.get(question) ?? 0) + more);
  for (const trial of plan(given, asked)) {
    if (trial.filler) continue;
    const of = (block: (typeof trial.blocks)[number] | undefined) => block?.window.questions[0] ?? 'capacity';
    const around = trial.id.startsWith('sitting/') ? STARTS : of(trial.blocks[0]);
    add(around, expectedAround(trial, given.profile));
    for (const block of trial.blocks) add(of(block), expectedOfBlock(block));
  }
  return seconds;
}

it('the notebook has the seconds of each question in quick and in standard', async () => {
  const [quick, standard] = [budget('quick'), budget('standard')];
  const text = await readFile(NOTEBOOK, 'utf8');
  const rows = [...text.matchAll(/^\| ([^|]+?) +\| +(\d+|–) \| +(\d+|–) \|/gm)].map(([, name, ...of]) => [
    name,
    ...of,
  ]);
  const shown = (seconds: number | undefined) => (seconds === undefined ? '–' : `${Math.round(seconds)}`);
  const expected = [...standard.keys()].map((name) => [
    name,
    shown(quick.get(name)),
    shown(standard.get(name)),
  ]);
  assert.deepEqual(rows, expected);
});
