import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import { createStore } from '@cpu-bound/study/results/store';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { showMeanwhile } from '../../src/commands/live.ts';

describe('a study that is being measured', () => {
  const ROUNDS = 3;
  const { manifest, results } = everyQuestion(ROUNDS, undefined, ['capacity', 'cost']);
  const first = manifest.plan.find(({ id }) => id === 'sitting/1') ?? assert.fail();
  const folder = join(temporaryFolder(), 'run');
  before(async () => {
    const store = await createStore(folder, manifest);
    const own = results.find(({ trial }) => trial === first.id) ?? assert.fail();
    for (const block of own.blocks) await store.append(block);
    if (own.end) await store.append(own.end);
  });

  const shown = (isTerminal: boolean, plan = manifest.plan, of = folder) => {
    const boards: (readonly string[])[] = [];
    const steps: string[] = [];
    const show = showMeanwhile({ folder: of, plan }, 'npx -y pnpm@12 bench run --resume', {
      board: (lines) => boards.push(lines),
      step: (line) => steps.push(line),
      isTerminal,
      columns: () => 80,
      cwd: folder,
    });
    const pause = (isOver: boolean) => show.onPause?.(first, isOver) ?? assert.fail();
    return { boards, steps, show, pause };
  };

  it('shows its table on a terminal after the first block, and then pauses', async () => {
    const { boards, steps, pause } = shown(true);
    assert.ok((await pause(false)) > 0);
    assert.match(boards[0]?.join('\n') ?? '', /^ +single .*\nanswers at full load/);
    await pause(false);
    assert.deepEqual([boards.length, steps], [1, []]);
  });

  it('writes its table to a log after the first round of a sitting, and not in between', async () => {
    const { boards, pause } = shown(false);
    await pause(false);
    assert.equal(boards.length, 0);
    await pause(true);
    assert.equal(boards.length, 1);
  });

  it('has a report in Markdown and in HTML; both say that the run continues, and the page reloads itself', async () => {
    await shown(false).pause(true);
    const [page, html] = await Promise.all(
      ['REPORT.md', 'index.html'].map((file) => readFile(join(folder, file), 'utf8')),
    );
    for (const text of [page, html])
      assert.match(text ?? '', /This run goes on\. At \d\d:\d\d UTC it had 1 trial\./);
    assert.doesNotMatch(page ?? '', /interrupted before its end/);
    assert.match(html ?? '', /http-equiv="refresh"/);
  });

  it('has no page of its last trial, because the end of the run writes its own', async () => {
    await rm(join(folder, 'REPORT.md'));
    const { boards, pause } = shown(false, [first]);
    await pause(true);
    assert.equal(existsSync(join(folder, 'REPORT.md')), false);
    assert.equal(boards.length, 0);
  });

  it('continues if its figures cannot be shown, and says so once', async () => {
    const { steps, pause } = shown(true, manifest.plan, join(folder, 'none'));
    for (let pauses = 0; pauses < 3; pauses++) await pause(true);
    assert.equal(steps.length, 1);
    assert.match(steps[0] ?? '', /^no figures are shown until the end: /);
  });
});
