import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { createStore } from '@cpu-bound/study/results/store';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { type MoreFlags, moreOfStudy } from '../../src/commands/more.ts';
import { nowhere } from '../fixtures/nowhere.ts';

const top = join(import.meta.dirname, '../../../..');

const refused = (flags: MoreFlags, folder = 'results/some') =>
  moreOfStudy(folder, flags, { ...nowhere, code: top }).then(
    () => assert.fail('the study was continued'),
    (error: Error) => error.message,
  );

describe('bench more', () => {
  it('names the wrong flag, and what is accepted, before it reads a folder', async () => {
    assert.match(await refused({ for: 'soon' }), /^--for soon: accepted: .*90s, 30m or 2h$/);
    const message = await refused({ scenarios: 'capacity,nothing' });
    assert.match(message, /^--scenarios nothing: unknown; accepted: capacity, /);
  });

  it('offers the command that begins a study, where the measurements of the named one are not', async () =>
    assert.match(
      await refused({ scenarios: 'workers' }),
      /^results\/some: has no manifest\.json, .* npx -y pnpm@12 bench run --scenarios workers$/,
    ));

  /** Stores a run of two rounds, whose questions are open. */
  const openStudy = async (test: TestContext) => {
    const folder = temporaryFolder({}, test);
    const { manifest, results } = everyQuestion(2, undefined, ['capacity', 'cost']);
    const store = await createStore(folder, manifest);
    for (const { blocks, end } of results)
      for (const line of [...blocks, ...(end ? [end] : [])]) await store.append(line);
    return folder;
  };

  it('ends a run whose last seconds have no room for a round as any other, and says so', async (test) => {
    const folder = await openStudy(test);
    const printed: string[] = [];
    const surface = { ...nowhere, code: top, print: (line: string) => printed.push(line) };
    const { analysis } = await moreOfStudy(folder, { within: 2 }, surface);
    assert.ok(analysis.scenarios.capacity);
    assert.deepEqual(printed, ['0 s left: no round of an open question fits']);
  });

  it('refuses a time in which nothing can be measured, and names the least', async (test) => {
    const folder = await openStudy(test);
    const message = await refused({ for: '5s', scenarios: 'capacity' }, folder);
    const [, least] =
      /^--for 5s: is too short for a round of any open question; accepted: (\d+)s or more$/.exec(message) ??
      [];
    assert.ok(Number(least) > 5, message);
  });

  it('does not continue a soak, and says what to do', async (test) => {
    const { manifest } = everyQuestion(1, undefined, ['soak']);
    const soak = JSON.stringify({ ...manifest, profile: 'soak' });
    const folder = temporaryFolder({ 'manifest.json': soak }, test);
    assert.match(
      await refused({}, folder),
      /: is a soak, of one sitting, and no study; repeat it with a longer --for instead$/,
    );
  });
});
