import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { claims } from '../../src/published/claims.ts';
import { comparisons } from '../../src/published/comparisons.ts';
import { publishedPage } from '../../src/published/page.ts';
import { readRepetition } from '../../src/published/stored.ts';

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
      const call = comparisons.find((one) => one.id === id)?.calls.find((one) => one.tool === tool);
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
      found: 'the two busiest have 75.0 % of 400 answered connections; dealt round-robin 25.0 %',
    }));
  it('does not hold if the repetition shows the opposite', () =>
    assert.equal(check([60, 60, 60, 60, 40, 40, 40, 40])?.holds, false));
  it('is open if there is no repetition', () =>
    assert.equal(
      shares.check(() => undefined),
      undefined,
    ));
});
