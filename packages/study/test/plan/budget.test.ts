import { it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { able } from '@cpu-bound/questions/test/able';
import { asks, type ProfileName } from '../../src/config/profiles.ts';
import { plan } from '../../src/plan/plan.ts';
import { expectedAround, expectedOfBlock } from '../../src/plan/windows.ts';
import { config } from '../fixtures/config.ts';

/** Starts, warm-ups and stops belong to all questions of a sitting. */
const STARTS = 'starts and warm-ups of sittings';

/** The seconds that each question gets. A window that several questions read counts for the first. */
function budget(profileName: ProfileName): Map<string, number> {
  const given = config({ profileName, contestants: able });
  const asked = questions.filter((question) => asks(profileName, question));
  const seconds = new Map<string, number>();
  const add = (question: string, more: number) => seconds.set(question, (seconds.get(question) ?? 0) + more);
  for (const trial of plan(given, asked)) {
    const of = (block: (typeof trial.blocks)[number] | undefined) => block?.window.questions[0] ?? 'capacity';
    const around = trial.id.startsWith('sitting/') ? STARTS : of(trial.blocks[0]);
    add(around, expectedAround(trial, given.profile));
    for (const block of trial.blocks) add(of(block), expectedOfBlock(block));
  }
  return seconds;
}

it('the plan divides the time of quick and of standard among the questions', (t) => {
  const [quick, standard] = [budget('quick'), budget('standard')];
  const shown = (seconds: number | undefined) => (seconds === undefined ? '–' : `${Math.round(seconds)} s`);
  t.assert.snapshot(
    [...standard].map(
      ([name, seconds]) => `${name}: quick ${shown(quick.get(name))}, standard ${shown(seconds)}`,
    ),
  );
});
