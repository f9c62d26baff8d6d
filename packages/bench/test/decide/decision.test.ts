import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide } from '../../src/decide/decision.ts';
import { scenarios } from '../../src/scenarios/scenarios.ts';
import { brief, sound } from '../fixtures/analysis.ts';
import { made } from '../fixtures/decisions.ts';

const decided = (name: string, weights?: Readonly<Record<string, number>>) =>
  decide(made[name] ?? assert.fail(name), scenarios, weights);

describe('the decision', () => {
  for (const id of ['single', 'cluster', 'queue']) {
    it(`is for ${id} where that is ahead`, () => {
      const { outcome } = decided(`${id} wins`);
      assert.equal(outcome.kind === 'chosen' && outcome.option, id);
    });
  }

  it('is for nobody where nobody is told apart', () =>
    assert.deepEqual(decided('nobody is told apart').outcome, {
      kind: 'tie',
      options: ['single', 'cluster', 'queue'],
    }));

  it('is none by a run that is suspect, or has too few rounds', () => {
    assert.equal(decided('the run is suspect').outcome.kind, 'none');
    assert.equal(decide(brief, scenarios).outcome.kind, 'none');
  });

  it('is none by needs of which nothing was measured', () => {
    const { outcome } = decided('latency was not measured', { latency: 1, overload: 2 });
    assert.match(outcome.kind === 'none' ? outcome.why : '', /nothing that is wanted was measured/);
  });

  it('answers no need by what was not measured', () => {
    const { rows } = decided('latency was not measured');
    const latency = rows.find(({ id }) => id === 'latency');
    assert.deepEqual([latency?.answer, latency?.why], [undefined, 'pnpm bench run --scenarios latency']);
    assert.ok(rows.find(({ id }) => id === 'throughput')?.answer);
  });

  it('says of what could not be told that this is so, and not to measure it', () => {
    const { rows } = decided('light requests left too late');
    const light = rows.find(({ id }) => id === 'light-requests');
    assert.deepEqual([light?.answer, light?.late], [undefined, true]);
    assert.match(light?.why ?? '', /left too late to tell/);
    assert.ok(rows.find(({ id }) => id === 'latency')?.answer);
  });

  it('has every need in every run, with an id of its own', () => {
    const idsOf = (name: string) => decided(name).rows.map(({ id }) => id);
    const all = idsOf('cluster wins');
    assert.equal(new Set(all).size, all.length);
    for (const name of Object.keys(made)) assert.deepEqual(idsOf(name), all);
  });

  it('is none among one', () => {
    const [single] = sound.contestants;
    const { outcome } = decide({ ...sound, contestants: single ? [single] : [] }, scenarios);
    assert.deepEqual(outcome, { kind: 'none', why: 'only one strategy took part' });
  });

  it('goes by the needs that are named alone', () => {
    const { outcome } = decide(sound, scenarios, { 'few-parts': 1 });
    assert.deepEqual(outcome, { kind: 'chosen', option: 'single', firm: true, rivals: [] });
    const other = decide(sound, scenarios, { throughput: 1 }).outcome;
    assert.deepEqual(other, { kind: 'chosen', option: 'cluster', firm: true, rivals: [] });
  });

  it('names who could still come first, where that is open', () => {
    const { outcome } = decide(sound, scenarios, { throughput: 1, latency: 2 });
    assert.equal(outcome.kind, 'chosen');
    assert.ok(outcome.kind === 'chosen' && !outcome.firm && outcome.rivals.includes('queue'));
  });
});
