import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Analysis } from '@cpu-bound/study/model';
import { temporaryFolder } from '../temporary.ts';
import { ask, type EndedRun, endOf, filesOf, fixtures, startHere } from './bench.ts';

/** The expected text of the report about each failing contestant: the reason, and its last log lines. */
const FAILING: Readonly<Record<string, readonly RegExp[]>> = {
  'never-ready': [
    /failed: not-ready/,
    /GET \/readyz did not answer 200 within \d+ s \(last: status 503\)/,
    /^waiting for a licence$/m,
  ],
  dies: [/failed: died/, /its process ended with exit code 3/, /^idea 40\nout of ideas$/m],
  'wrong-sometimes': [
    /failed: wrong-answer/,
    /the oracle refuses it: \{"upTo":\d+,"count":\d+,/,
    /^nobody will notice$/m,
  ],
};

/** The run has one round of capacity, with faulty contestants and a sound one. */
describe('a run with contestants that fail, and others that end badly', () => {
  const base = temporaryFolder('bench-e2e-');
  let folder: string;
  let ended: EndedRun;
  let report: string;
  let analysis: Analysis;
  before(async () => {
    folder = join(base, 'run');
    const scope = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '1', '--seed', '1'];
    const all = fixtures('steady', ...Object.keys(FAILING), 'ignores-sigterm', 'orphans');
    const bench = startHere('run', ...scope, ...all, '--baseline', 'steady', '--out', folder);
    ended = await endOf(bench, folder);
    ({ report, analysis } = ended);
  });

  /** Cuts the text about a failed contestant out of the report. */
  const storyOf = (id: string) =>
    /\*\*[\s\S]*?(?=\n\*\*|\n## )/.exec(report.slice(report.indexOf(`**${id}** failed`)))?.[0] ?? '';
  const rate = (id: string) =>
    analysis.scenarios.capacity?.metrics.filter(
      ({ contestant, metric }) => contestant === id && metric === 'throughput',
    ) ?? [];

  for (const [id, story] of Object.entries(FAILING))
    it(`names ${id} with the reason and its last log lines, and reports no figure for this contestant`, () => {
      const text = storyOf(id);
      for (const part of story) assert.match(text, part);
      assert.doesNotMatch(text, /^idea 1$/m, 'the report has more than the last lines');
      assert.deepEqual(rate(id), []);
    });

  it('ends with exit code 2, and names only the failed contestants in its last lines', () => {
    assert.equal(ended.code, 2, ended.output);
    const [, named = ''] = /^failed: (.+) \(the report says why\)$/m.exec(ended.output) ?? [];
    assert.deepEqual(named.split(', ').toSorted(), Object.keys(FAILING).toSorted());
  });

  it('keeps the figures of the others, and adds a warning with a remedy for those that end badly', () => {
    for (const id of ['steady', 'ignores-sigterm', 'orphans']) {
      const rates = rate(id);
      assert.ok(rates.every(({ estimate }) => estimate > 0));
      // A window that a busy machine made void twice has no figure, and is named.
      const isVoid = analysis.validity.void.some(({ contestant }) => contestant === id);
      assert.ok(isVoid || rates.length > 0, id);
      if (id === 'steady' && !isVoid) assert.match(report, /^\| steady +\| +[\d.,]+ \(/m);
    }
    assert.match(
      report,
      /sitting\/1: ignores-sigterm: did not stop within \d+ s of SIGTERM and was killed \(.+\)/,
    );
    assert.match(report, /sitting\/1: orphans: left 1 process behind, which was ended \(.+\)/);
  });

  it('accounts for all requests that it sent', () => {
    for (const { contestant, sent, ...endings } of analysis.validity.accounting) {
      const sum = Object.values(endings).reduce((total, count) => total + count, 0);
      assert.equal(sum, sent, contestant);
    }
  });

  it('leaves no process, and no path of this machine in its report', () => {
    assert.deepEqual(ended.left, []);
    assert.ok(!report.includes(join(import.meta.dirname, '..')));
  });

  it('is rendered again to the same bytes, without measuring', async () => {
    const measured = await filesOf(folder);
    assert.ok(Object.keys(measured).some((file) => file.startsWith('charts')));
    const { code, output } = await ask('report', folder);
    assert.equal(code, 0, output);
    assert.deepEqual(await filesOf(folder), measured);
  });

  it('is rendered from the analysis alone if the trials are gone', async () => {
    await rm(join(folder, 'manifest.json'));
    await rm(join(folder, 'trials.ndjson'));
    assert.equal((await ask('report', folder)).code, 0);
    assert.equal(await readFile(join(folder, 'REPORT.md'), 'utf8'), report);
  });
});
