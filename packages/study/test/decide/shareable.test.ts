import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { decided, sound, troubled } from '@cpu-bound/questions/test/analysis';
import { shareable } from '../../src/decide/shareable.ts';
import type { Analysis } from '../../src/model/analysis.ts';

const PRIVATE = 'a4f1c09e';

/** A run with a private text in each place that a user’s words can reach. */
function withSecrets(analysis: Analysis): Analysis {
  const { run, validity, contestants } = analysis;
  const text = JSON.stringify(analysis.scenarios);
  const input = JSON.stringify(run.workload.headline);
  return decided({
    ...analysis,
    run: {
      ...run,
      folder: PRIVATE,
      command: `npx -y pnpm@12 bench run --workload './${PRIVATE}.ts#render'`,
      workload: {
        ...run.workload,
        specifier: `./${PRIVATE}.ts#render`,
        headline: { sample: `${PRIVATE}.json` },
      },
      parts: [{ id: '1', startedAt: run.startedAt, command: PRIVATE, inFull: false, questions: {} }],
    },
    scenarios: JSON.parse(text.replaceAll(input, JSON.stringify({ sample: `${PRIVATE}.json` }))),
    contestants: contestants.map((one) => ({
      ...one,
      elsewhere: { origin: `http://${PRIVATE}:1`, light: `/${PRIVATE}`, roundTripMs: { p50: 1, p90: 2 } },
    })),
    validity: {
      ...validity,
      failed: validity.failed.map((one) => ({ ...one, message: PRIVATE, log: [PRIVATE] })),
      missing: validity.missing.map((one) => ({ ...one, reason: PRIVATE })),
    },
  });
}

describe('an analysis that is shared', () => {
  for (const [name, analysis] of Object.entries({ sound, troubled })) {
    it(`has no path, argument, sample name, address or log of a ${name} run`, () => {
      const secret = withSecrets(analysis);
      assert.ok(JSON.stringify(secret).split(PRIVATE).length > 10);
      assert.ok(!JSON.stringify(shareable(secret, questions)).includes(PRIVATE));
    });
  }

  it('has the same decision as the original', () => {
    const decisionIn = ({ decision, scenarios: found }: Analysis) =>
      JSON.parse(JSON.stringify([decision, found]));
    assert.deepEqual(decisionIn(shareable(sound, questions)), decisionIn(sound));
  });

  it('distinguishes samples by number, and keeps the query for all of them', () => {
    const sizes = ['all', 'b.json', 'a.json', 'b.json'].map((sample) => ({
      label: `${sample}, 1 KiB`,
      query: { sample },
    }));
    const { run } = sound;
    const { workload } = shareable(
      { ...sound, run: { ...run, workload: { ...run.workload, sizes } } },
      questions,
    ).run;
    const labels = workload.sizes?.map(({ label, query }) => `${query.sample}: ${label}`);
    assert.deepEqual(labels, ['all: a sample', '1: a sample', '2: a sample', '1: a sample']);
  });
});
