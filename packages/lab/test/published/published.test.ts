import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { claims, repeated } from '../../src/published/claims.ts';
import { comparisons } from '../../src/published/comparisons.ts';
import { publishedPage } from '../../src/published/page.ts';
import { type Repetition, readRepetition, storeRepetition } from '../../src/published/stored.ts';

const docs = join(import.meta.dirname, '../../../../docs');
const stored = join(docs, 'published');
const isStored = existsSync(stored);

describe('the published comparisons', { skip: !isStored && 'nothing is stored yet' }, async () => {
  if (!isStored) return;
  const repetition = await readRepetition(stored);

  it('render to the committed page from the stored files and the study, byte for byte', async () => {
    const study = JSON.parse(await readFile(join(docs, 'choosing.json'), 'utf8'));
    assert.equal(await readFile(join(docs, 'published.md'), 'utf8'), publishedPage(repetition, study));
  });

  it('have a positive rate and ascending percentiles, as parsed from each tool’s output', () => {
    for (const { comparison: id, arm, tool, output } of repetition.runs) {
      const call = comparisons
        .find((comparison) => comparison.id === id)
        ?.calls.find((call) => call.tool === tool);
      const { perSecond, p50 = 0, p99 = Number.POSITIVE_INFINITY } = call?.read(output) ?? assert.fail(id);
      assert.ok(perSecond > 0 && p50 <= p99, `${id}, ${arm}, ${tool}`);
    }
  });

  it('store no host name, address or path', () => {
    for (const { output, command } of repetition.runs)
      assert.doesNotMatch(`${output}\n${command}`, /127\.0\.0\.1|localhost|\/(home|root|tmp|Users)\b/);
  });

  it('store the version of each tool', () => {
    for (const { tool } of repetition.runs) assert.match(repetition.tools[tool] ?? '', /^\d+\.\d+/, tool);
  });
});

describe('a published claim', () => {
  const shares = claims.find(({ claim }) => claim.includes('operating system')) ?? assert.fail();
  const run = { comparison: '', arm: '', tool: '', command: '', seconds: 1, workers: 8, output: '' };
  const heard = (answeredByProcess: readonly number[]) => ({
    figures: { perSecond: 10, errors: 0 },
    run: { ...run, answeredByProcess },
  });
  const check = (system: readonly number[]) =>
    shares.check((arm) => heard(arm === 'eight' ? Array(8).fill(50) : system));

  it('holds if the repetition shows the same', () =>
    assert.deepEqual(check([200, 100, 50, 50, 0, 0, 0, 0]), {
      holds: true,
      figure: 0.75,
      words: 'the two busiest have 75.0 % of 400 answered connections; dealt round-robin 25.0 %',
    }));
  it('does not hold if the repetition shows the opposite', () =>
    assert.equal(check([60, 60, 60, 60, 40, 40, 40, 40])?.holds, false));
  it('is open if there is no repetition', () =>
    assert.equal(
      shares.check(() => undefined),
      undefined,
    ));
});

describe('several runs of one command', () => {
  const ab = (perSecond: number) =>
    `Requests per second:    ${perSecond} [#/sec]\nTime taken for tests:   2.0 seconds\n  50%  10\n  95%  20\n  99%  30\nFailed requests:        0\n`;
  const rates = { single: [100, 80, 90], cluster: [190, 168, 162] } as const;
  const repetition: Repetition = {
    startedAt: '2026-11-26T00:00:00.000Z',
    machine: { cpu: 'a CPU', cores: 2, os: 'Linux', node: '26.10.0' },
    gitCommit: '0123456789abcdef',
    tools: { ab: '2.3' },
    runs: (['single', 'cluster'] as const).flatMap((arm) =>
      rates[arm].map((rate, index) => ({
        comparison: 'node-concurrency',
        arm,
        tool: 'ab',
        run: index + 1,
        command: 'ab -n 2000',
        seconds: 2,
        workers: 2,
        output: ab(rate),
      })),
    ),
  };
  const study = JSON.parse(readFileSync(join(docs, 'choosing.json'), 'utf8'));

  it('are on the page as the median, with the lowest and the highest, and ratios are those of the same run', () => {
    const page = publishedPage(repetition, study);
    assert.match(page, /median of 3 runs/);
    assert.match(page, /90\.0\/s, p50 10\.0 ms, p95 20\.0 ms, p99 30\.0 ms \[80\.0, 100\]/);
    assert.match(page, /\*\*1\.90×\*\*, 0\.95 per core \[1\.80, 2\.10\]/);
    assert.match(page, /holds in all 3 \|\s+1\.90× with 2 workers \[1\.80, 2\.10\]/);
  });

  it('are stored in a file each, and read again as they were', async (t) => {
    const folder = temporaryFolder({}, t);
    await storeRepetition(folder, repetition);
    assert.deepEqual(await readRepetition(folder), repetition);
  });

  it('say in how many of them a claim holds', () => {
    const finding = (figure: number) => ({ holds: figure > 1, figure, words: `${figure}×` });
    assert.deepEqual(repeated([0.9, 2, 3].map(finding)), { held: 2, runs: 3, words: '2×', range: [0.9, 3] });
    assert.deepEqual(repeated([finding(2)]), { held: 1, runs: 1, words: '2×' });
    assert.equal(repeated([]), undefined);
  });
});
