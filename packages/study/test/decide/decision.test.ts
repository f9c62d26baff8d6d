import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sound, troubled, decided as withDecision } from '@cpu-bound/questions/test/analysis';
import { made } from '@cpu-bound/questions/test/decisions';
import { rank, type Weights } from '../../src/decide/rank.ts';
import { isCounted } from '../../src/decide/standing.ts';
import { warningsOf } from '../../src/decide/warnings.ts';
import type { Analysis } from '../../src/model/analysis.ts';
import type { Decision } from '../../src/model/decision.ts';

const run = (name: string): Analysis => made[name] ?? assert.fail(name);
const decided = (name: string): Decision => run(name).decision;
const need = ({ needs }: Decision, id: string) => needs.find((one) => one.id === id) ?? assert.fail(id);
const kindsIn = (decision: Decision, id: string) =>
  Object.fromEntries(
    Object.entries(need(decision, id).standings).map(([option, { kind }]) => [option, kind]),
  );
const chosen = (decision: Decision, weights: Weights) => rank(decision, weights).choice;

describe('the decision', () => {
  it('names the strategy that is best in throughput as the choice for readers who need that', () => {
    for (const id of ['single', 'cluster', 'queue']) {
      const decision = decided(`${id} wins`);
      assert.equal(kindsIn(decision, 'throughput')[id], 'best');
      assert.deepEqual(chosen(decision, { throughput: 1 }), { kind: 'one', option: id, rivals: [] });
    }
  });

  it('distinguishes equivalent from not shown behind', () => {
    const decision = decided('no difference is shown');
    const all = (kind: string) => ({ single: kind, cluster: kind, queue: kind });
    assert.deepEqual(kindsIn(decision, 'throughput'), all('equivalent'));
    assert.deepEqual(kindsIn(decision, 'light-requests'), all('not-shown-behind'));
    assert.deepEqual(kindsIn(decided('all are equivalent'), 'light-requests'), all('equivalent'));
    assert.deepEqual(decision.undominated, ['single', 'cluster', 'queue']);
  });

  it('compares a contestant in doubt with no other, and neither recommends it nor lets it rule out others', () => {
    const decision = decided('the queue keeps answers');
    assert.deepEqual(kindsIn(decision, 'throughput'), {
      single: 'equivalent',
      cluster: 'equivalent',
      queue: 'questioned',
    });
    assert.ok(need(decision, 'throughput').measured?.cells.queue);
    assert.deepEqual(decision.undominated, ['single', 'cluster']);
    const [first] = rank(decision, { throughput: 1 }).places;
    assert.notEqual(first?.option, 'queue');
  });

  it('compares a contestant that leaves requests unanswered in no need, and names it in no ranking', () => {
    const decision = decided('the queue refuses every second request');
    assert.equal(kindsIn(decision, 'throughput').queue, 'questioned');
    assert.equal(kindsIn(decision, 'memory').queue, 'questioned');
    assert.deepEqual(decision.options, ['single', 'cluster']);
    assert.ok(rank(decision, { memory: 1 }).places.every(({ option }) => option !== 'queue'));
  });

  it('shows without counting a need that is true by construction', () => {
    const { decision } = sound;
    for (const id of ['few-parts']) {
      assert.ok(need(decision, id).measured && need(decision, id).uncounted !== undefined, id);
      assert.ok(!isCounted(need(decision, id)));
    }
    assert.equal(chosen(decision, { 'few-parts': 1 }).kind, 'none');
  });

  it('calls a strategy dominated only if another is at least as good in every counted need, and better in one', () => {
    assert.deepEqual(decided('latency was not measured').undominated, ['cluster']);
    assert.deepEqual(decided('cluster wins').undominated, ['single', 'cluster', 'queue']); // latency is open
  });

  it('derives no answer from a need that was not measured, and says how to measure it', () => {
    const decision = decided('latency was not measured');
    const latency = need(decision, 'latency');
    assert.deepEqual([latency.measured, latency.why, latency.question], [undefined, undefined, 'latency']);
    assert.deepEqual(kindsIn(decision, 'latency').single, 'not-measured');
    assert.ok(need(decision, 'throughput').measured);
  });

  it('reports requests that left too late, and does not suggest to measure that need', () => {
    const light = need(decided('light requests left too late'), 'light-requests');
    assert.equal(light.measured, undefined);
    assert.match(light.why ?? '', /left too late for a figure/);
  });

  it('compares no contestant with wrong answers, and warns about it', () => {
    const decision = decided('the queue answers wrongly');
    assert.deepEqual(decision.options, ['single', 'cluster']);
    assert.deepEqual(Object.keys(need(decision, 'throughput').standings), ['single', 'cluster']);
    assert.match(warningsOf(run('the queue answers wrongly')).join(), /queue gave a wrong answer/);
  });

  it('is made for an interrupted run and for twins that differ, with a warning', () => {
    const twins = troubled.decision;
    assert.deepEqual(chosen(twins, { throughput: 1 }), { kind: 'one', option: 'cluster', rivals: [] });
    assert.match(warningsOf(troubled).join(), /interrupted.*twins of one program differ in throughput/);
    assert.deepEqual(warningsOf(sound), []);
  });

  it('has every need in every run, in four groups, with a unique id; some only if measured', () => {
    const idsOf = (name: string) =>
      decided(name)
        .needs.filter(
          ({ id, measured }) => !['tail-high', 'cpu', 'cpu-low', 'idle'].includes(id) || !measured,
        )
        .map(({ id }) => id);
    const all = idsOf('cluster wins');
    assert.equal(new Set(all).size, all.length);
    for (const name of Object.keys(made)) assert.deepEqual(idsOf(name), all);
    const groups = decided('cluster wins').needs.map(({ group }) => group);
    assert.deepEqual([...new Set(groups)], ['speed', 'light requests', 'failures', 'costs']);
    assert.equal(groups.filter((group, index) => group !== groups[index - 1]).length, 4);
  });

  it('is plain data, which survives storing', () => {
    for (const name of Object.keys(made)) {
      const decision = decided(name);
      // A field that is undefined is not stored; anything else would be stored as another value.
      assert.partialDeepStrictEqual(decision, JSON.parse(JSON.stringify(decision)), name);
    }
  });

  it('does not depend on the order of the contestants', () => {
    for (const name of Object.keys(made)) {
      const analysis = run(name);
      const turned = withDecision({
        ...analysis,
        contestants: analysis.contestants.toReversed(),
      }).decision;
      const decision = decided(name);
      assert.deepEqual(turned.undominated.toReversed(), decision.undominated);
      for (const { id } of decision.needs) assert.deepEqual(kindsIn(turned, id), kindsIn(decision, id));
    }
  });

  it('is made among the main contestants, and within each family by the needs that were measured', () => {
    const contestants = sound.contestants.map((one) =>
      one.id === 'queue' ? { ...one, peerOf: 'cluster' } : one,
    );
    const { decision, families } = withDecision({ ...sound, contestants });
    assert.deepEqual(decision.options, ['single', 'cluster']);
    assert.deepEqual(Object.keys(families), ['cluster']);
    assert.deepEqual(families.cluster?.options, ['cluster', 'queue']);
    assert.ok(families.cluster.needs.every(({ measured }) => measured));
    assert.deepEqual(sound.families, {});
  });
});
