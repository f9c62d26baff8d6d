import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Analysis } from '@cpu-bound/study/model';
import { type BenchProcess, filesOf, fixtures, runBench, startBench } from './bench.ts';

/** One round of capacity with faulty contestants beside a sound one, and what came of it. */
type Outcome = {
  readonly folder: string;
  readonly code: number | string;
  readonly output: string;
  readonly report: string;
  readonly analysis: Analysis;
  readonly left: readonly number[];
};

let base: string;
let bench: BenchProcess[];
let failing: Outcome;
let unruly: Outcome;

async function measure(name: string, ...faulty: string[]): Promise<Outcome> {
  const folder = join(base, name);
  const scope = ['--profile', 'smoke', '--scenarios', 'capacity', '--rounds', '1', '--seed', name];
  const started = startBench(
    'run',
    ...scope,
    ...fixtures('steady', ...faulty),
    '--baseline',
    'steady',
    '--out',
    folder,
  );
  bench.push(started);
  const { code, output } = await started.ended;
  const left = await started.left();
  const report = await readFile(join(folder, 'REPORT.md'), 'utf8').catch(() => assert.fail(output));
  const analysis = JSON.parse(await readFile(join(folder, 'analysis.json'), 'utf8'));
  return { folder, code, output, report, analysis, left };
}

/** Most of the time is spent waiting for the contestant that never gets ready: the other run is measured meanwhile. */
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'bench-e2e-'));
  bench = [];
  [failing, unruly] = await Promise.all([
    measure('failing', 'never-ready', 'dies', 'wrong-sometimes'),
    measure('unruly', 'ignores-sigterm', 'orphans'),
  ]);
});
after(async () => {
  for (const { child } of bench ?? []) child.kill('SIGKILL');
  await rm(base, { recursive: true });
});

/** What the report says of a contestant that failed, up to the next one. */
const storyOf = ({ report }: Outcome, id: string) =>
  /\*\*[\s\S]*?(?=\n\*\*|\n## )/.exec(report.slice(report.indexOf(`**${id}** failed`)))?.[0] ?? '';

const rate = ({ analysis }: Outcome, id: string) =>
  analysis.scenarios.capacity?.metrics.filter(
    ({ contestant, metric }) => contestant === id && metric === 'throughput',
  ) ?? [];

/** What the report says of each that failed: why, and its last log lines. */
const stories: Readonly<Record<string, readonly RegExp[]>> = {
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

describe('a contestant that never gets ready, dies under load, or answers wrongly once in two hundred', () => {
  for (const [id, story] of Object.entries(stories))
    it(`is named with the reason and its last log lines, and has no number: ${id}`, () => {
      const text = storyOf(failing, id);
      for (const part of story) assert.match(text, part);
      assert.doesNotMatch(text, /^idea 1$/m, 'the last lines, not all');
      assert.deepEqual(rate(failing, id), []);
    });
  it('makes the exit code 2, and is named in the last lines that are printed', () => {
    assert.equal(failing.code, 2, failing.output);
    const [, named = ''] = /^failed: (.+) \(the report says why\)$/m.exec(failing.output) ?? [];
    assert.deepEqual(named.split(', ').toSorted(), Object.keys(stories).toSorted());
  });
});

describe('a contestant that ignores SIGTERM, or leaves a process behind', () => {
  it('keeps its numbers', () => {
    for (const id of ['ignores-sigterm', 'orphans']) assert.ok(rate(unruly, id).length > 0, id);
  });
  it('is warned of, with a remedy', () => {
    assert.match(
      unruly.report,
      /sitting\/1: ignores-sigterm: did not stop within \d+ s of SIGTERM and was killed \(.+\)/,
    );
    assert.match(unruly.report, /sitting\/1: orphans: left 1 process behind, which were ended \(.+\)/);
  });
  it('makes no exit code of its own', () => {
    assert.equal(unruly.code, 0, unruly.output);
    assert.doesNotMatch(unruly.output, /^failed: /m);
  });
});

describe('whatever the others do', () => {
  it('the sound contestant has its numbers', () => {
    for (const outcome of [failing, unruly]) {
      const rates = rate(outcome, 'steady');
      assert.ok(rates.length > 0 && rates.every(({ estimate }) => estimate > 0), outcome.folder);
      assert.match(outcome.report, /^\| steady +\| +[\d.,]+ \(/m);
    }
  });
  it('what was sent adds up', () => {
    for (const { contestant, sent, ...endings } of [failing, unruly].flatMap(
      (one) => one.analysis.validity.accounting,
    )) {
      const sum = Object.values(endings).reduce((total, count) => total + count, 0);
      assert.equal(sum, sent, contestant);
    }
  });
  it('the report carries no path of this machine', () => {
    const here = join(import.meta.dirname, '..');
    for (const { report } of [failing, unruly]) assert.ok(!report.includes(here));
  });
  it('no process is left', () => {
    for (const { left, folder } of [failing, unruly]) assert.deepEqual(left, [], folder);
  });
});

describe('bench report', () => {
  it('renders a run again to the same bytes, without measuring', async () => {
    const measured = await filesOf(failing.folder);
    assert.ok(Object.keys(measured).some((file) => file.startsWith('charts')));
    const { code, output } = await runBench('report', failing.folder);
    assert.equal(code, 0, output);
    assert.deepEqual(await filesOf(failing.folder), measured);
  });

  it('renders from the analysis alone where the trials are gone', async () => {
    const { folder, report } = failing;
    await rm(join(folder, 'manifest.json'));
    await rm(join(folder, 'trials.ndjson'));
    assert.equal((await runBench('report', folder)).code, 0);
    assert.equal(await readFile(join(folder, 'REPORT.md'), 'utf8'), report);
  });
});
