import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { decided } from '@cpu-bound/questions/test/analysis';
import { everyQuestion } from '@cpu-bound/questions/test/every-question';
import fc from 'fast-check';
import { analyse } from '../../src/analyse/analyse.ts';
import { observationsOf } from '../../src/analyse/observations.ts';
import type { Trial } from '../../src/model/plan.ts';
import type { WindowResult } from '../../src/model/results.ts';
import type { Manifest, Run } from '../../src/model/run.ts';
import { joinRuns } from '../../src/results/study.ts';
import { closedWindow, completed, loadResult, openResult, run as runOf, sitting } from '../fixtures/run.ts';

const names = ['single', 'cluster', 'single-twin'];

/** A window for each subject, with files whose names are the same in every run. */
const windows = (trial: Trial): WindowResult[] =>
  trial.subjects.map(({ name }) => ({
    subject: name,
    load: loadResult(100),
    open: { ...openResult({}), samples: `${name}.open`, lags: `${name}.lags`, capacity: 100 },
    probe: { ...openResult({}), samples: `${name}.probe`, lags: `${name}.probe-lags` },
  }));

/** A run with this number of planned and of measured rounds; the first sample of each of its files is its number. */
function numbered(number: number, planned: number, measured: number, changes: Partial<Manifest> = {}): Run {
  const plan = Array.from({ length: planned }, (_, index) => sitting(index + 1, names, [closedWindow()]));
  const results = plan.slice(0, measured).map((trial) => completed(trial, [windows(trial)]));
  const files = names.flatMap((name) => [
    `${name}.open`,
    `${name}.lags`,
    `${name}.probe`,
    `${name}.probe-lags`,
  ]);
  const samples = Object.fromEntries(files.map((file) => [file, [number]]));
  return runOf(results, { id: `run-${number}`, plan, scenarios: ['capacity'], ...changes }, samples);
}

const some = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 3 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((runs) => runs.map(([measured, more], index) => numbered(index, measured + more, measured)));

const join = ([first, ...others]: readonly Run[]): Run => joinRuns(first ?? assert.fail(), others);

describe('the joined runs of a study', () => {
  it('have each result once, in a trial that is planned under its name', () => {
    fc.assert(
      fc.property(some, (runs) => {
        const { manifest, results } = join(runs);
        const planned = manifest.plan.map(({ id }) => id);
        assert.equal(new Set(planned).size, planned.length);
        assert.equal(
          results.length,
          runs.reduce((sum, one) => sum + one.results.length, 0),
        );
        for (const { trial, blocks, end } of results) {
          assert.ok(planned.includes(trial), trial);
          assert.deepEqual(
            [...blocks, ...(end ? [end] : [])].map((line) => line.trial).filter((id) => id !== trial),
            [],
          );
        }
      }),
    );
  });

  it('have separate rounds, in the order of the runs', () => {
    fc.assert(
      fc.property(some, (runs) => {
        const joined = join(runs);
        const rounds = [...new Set(observationsOf(joined).map(({ round }) => round))];
        assert.equal(
          rounds.length,
          runs.reduce((sum, one) => sum + one.results.length, 0),
        );
        assert.deepEqual(
          rounds,
          rounds.toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('read every sample file from the run that wrote it', () => {
    fc.assert(
      fc.property(some, (runs) => {
        const joined = join(runs);
        const read = observationsOf(joined).flatMap(({ result }) =>
          [result.open, result.probe]
            .flatMap((of) => (of ? [of.samples, of.lags] : []))
            .map((file) => joined.samples(file)[0]),
        );
        const expected = runs.flatMap((one, index) =>
          one.results.flatMap(() => names.flatMap(() => Array(4).fill(index))),
        );
        assert.deepEqual(read, expected);
      }),
    );
  });

  it('miss the trials that the first run promised until others of their kind were measured, and none that a later run did not reach', () => {
    const joined = join([
      { ...numbered(0, 4, 2), notRun: ['sitting/3', 'sitting/4'] },
      { ...numbered(1, 9, 1), interrupted: true },
    ]);
    assert.deepEqual([joined.interrupted, joined.notRun], [false, ['sitting/4']]);
    const ids = joined.manifest.plan.map(({ id }) => id);
    assert.deepEqual(ids, ['sitting/1', 'sitting/2', 'sitting/4', 'run-1/sitting/1']);
  });

  it('have the questions of all runs, and the omissions of the newest run that asked each', () => {
    const brief = { scenario: 'faults', what: 'kill-worker', reason: 'asked by name' };
    const first = numbered(0, 1, 1, { scenarios: ['capacity', 'faults'], leftOut: [brief] });
    const other = numbered(1, 1, 1, { scenarios: ['faults', 'jobs'], leftOut: [] });
    const { manifest } = join([first, other]);
    assert.deepEqual([manifest.scenarios, manifest.leftOut], [['capacity', 'faults', 'jobs'], []]);
  });

  it('are the run itself if there is only one', () => {
    const alone = numbered(0, 2, 2);
    assert.equal(joinRuns(alone, []), alone);
  });
});

describe('a study of two runs', () => {
  const first = everyQuestion(10);
  /** The run as if only these questions had been asked. */
  const of = (run: Run, id: string, asked: readonly string[]): Run => ({
    ...run,
    manifest: {
      ...run.manifest,
      id,
      scenarios: asked,
      startedAt: `2026-01-31T${id}:00:00.000Z`,
      plan: run.manifest.plan.map((trial) => ({
        ...trial,
        blocks: trial.blocks.map(({ window, ...block }) => ({
          ...block,
          window: { ...window, questions: window.questions.filter((question) => asked.includes(question)) },
        })),
      })),
    },
  });
  const begun = of(first, '08', ['capacity', 'latency']);
  const added = of(first, '15', ['capacity', 'jobs']);
  const analysis = decided(analyse(joinRuns(begun, [added]), questions));
  const alone = decided(analyse(begun, questions));
  const need = (id: string, from = analysis) =>
    from.decision.needs.find((one) => one.id === id) ?? assert.fail(id);

  it('pools the rounds of both, and is judged at twenty', () => {
    assert.deepEqual([need('throughput').measured?.n, need('throughput', alone).measured?.n], [20, 10]);
    assert.equal(need('throughput').pairs[0]?.ratio?.n, 20);
  });

  it('changes no question that the second run did not ask', () => {
    assert.deepEqual(need('tail').measured, need('tail', alone).measured);
    assert.deepEqual(need('tail').pairs, need('tail', alone).pairs);
  });

  it('does not mistake the hours for unsteadiness', () => {
    const slower: Run = {
      ...added,
      results: added.results.map((result) => ({
        ...result,
        blocks: result.blocks.map((block) => ({
          ...block,
          ...(block.reference && { reference: { ...block.reference, wallMs: 2 * block.reference.wallMs } }),
        })),
      })),
    };
    const { machine } = analyse(joinRuns(begun, [slower]), questions).validity;
    assert.ok(Math.abs((machine?.unsteadiness ?? 1) - (alone.validity.machine?.unsteadiness ?? 0)) < 1e-3);
  });
});
