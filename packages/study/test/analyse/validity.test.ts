import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questions } from '@cpu-bound/questions/questions';
import { analyse } from '../../src/analyse/analyse.ts';
import { questionedIn } from '../../src/decide/contestants.ts';
import { faultsOf } from '../../src/decide/warnings.ts';
import type { Undecided } from '../../src/model/analysis.ts';
import type { VoidWindow, WindowResult } from '../../src/model/results.ts';
import { analysed, closedLoops, death, type Made, withFailures } from '../fixtures/measured.ts';
import {
  closedWindow,
  completed,
  loadResult,
  openWindow,
  run,
  sampledResult,
  sitting,
} from '../fixtures/run.ts';

const gate = ({ validity }: Undecided, id: string) => validity.gates.find((one) => one.id === id);

/** A sitting of `single` and `cluster` whose only block has this outcome. */
function block(windows: readonly WindowResult[], voids: readonly VoidWindow[] = []): Made {
  const trial = sitting(1, ['single', 'cluster'], [closedWindow()]);
  const result = completed(trial, [windows]);
  return { trial, result: { ...result, blocks: result.blocks.map((one) => ({ ...one, voids })) } };
}

const sound = (subject: string): WindowResult => ({ subject, load: loadResult(9) });

describe('the gate of frames', () => {
  const inFrames = { ...closedWindow(), inFrames: true };
  const rounds = (inWindows: (string | undefined)[]) =>
    analysed(
      inWindows.map((reason, index) => {
        const trial = sitting(index + 1, ['single', 'cluster'], [inFrames]);
        const result = completed(trial, [[sound('single'), sound('cluster')]]);
        return {
          trial,
          result: { ...result, blocks: result.blocks.map((one) => ({ ...one, inWindows: reason })) },
        };
      }),
    );

  it('tells that throughput was measured in frames', () => {
    const found = gate(rounds([undefined, undefined]), 'frames');
    assert.equal(found?.detail, 'throughput was measured in frames, in 2 blocks');
  });

  it('tells in how many blocks it was measured in windows, and why', () => {
    const found = gate(rounds([undefined, 'queue used 4 % of a core while it was stopped']), 'frames');
    assert.equal(
      found?.detail,
      'throughput was measured in windows instead of frames in 1 of 2 blocks: queue used 4 % of a core while it was stopped',
    );
  });

  it('is absent where no block was planned in frames', () => {
    assert.equal(gate(analysed([block([sound('single')])]), 'frames'), undefined);
  });
});

describe('the gate of latencies', () => {
  const rounds = (kernelMs: number) =>
    analysed(
      [1, 2, 3].map((round) => {
        const trial = sitting(round, ['single'], [openWindow({ load: 0.5, of: 'slowest' })]);
        const windows = [[{ subject: 'single', open: sampledResult('samples') }]];
        return { trial, result: completed(trial, windows, { kernelMs, loneCpuMs: kernelMs }) };
      }),
      {},
      { samples: [5, 5, 5] },
    );

  it('says that latencies were not tested where a divided task may take less than two light requests', () => {
    assert.equal(
      gate(rounds(2), 'too-fast')?.detail,
      'no latency was tested against a task: on all cores it takes 1.00 ms at least, and a light request 0.700 ms',
    );
    assert.equal(gate(rounds(4), 'too-fast'), undefined);
  });
});

describe('the account of failures', () => {
  it('lists every contestant that failed in a trial, with its last log lines', () => {
    const [first] = closedLoops({ single: [200], cluster: [300] });
    assert.ok(first);
    assert.deepEqual(analysed([withFailures(first, death('cluster', ['a', 'b']))]).validity.failed, [
      {
        trial: 'sitting/1',
        contestant: 'cluster',
        reason: 'died',
        message: 'its process ended with exit code 3',
        log: ['a', 'b'],
      },
    ]);
  });

  it('says of a contestant that something else than its load disturbed that it was disturbed; from the second trial on, it is questioned', () => {
    const [first, second] = closedLoops({ single: [200, 200], cluster: [300, 300] });
    assert.ok(first && second);
    const harm = { ...death('cluster'), reason: 'harmed' as const, message: 'its process was ended' };
    const once = analysed([withFailures(first, harm), second]);
    assert.deepEqual(once.validity.doubts, []);
    assert.deepEqual(
      faultsOf(once)
        .map(({ id }) => id)
        .filter((id) => id !== 'complete'),
      ['harmed'],
    );
    const twice = analysed([withFailures(first, harm), withFailures(second, harm)]);
    assert.deepEqual(questionedIn(twice), ['cluster']);
    assert.match(
      twice.validity.doubts[0]?.message ?? '',
      /^in 2 trials, which do not count, it was disturbed: its process was ended\./,
    );
    const failed = analysed([withFailures(first, death('cluster')), second]);
    assert.ok(faultsOf(failed).some(({ id }) => id === 'failed'));
    assert.deepEqual(failed.validity.doubts, []);
  });

  it('lists every window that was void, with each reason once', () => {
    const voids = [{ subject: 'cluster', reasons: ['left late', 'left late', 'busy'] }];
    assert.deepEqual(analysed([block([sound('single')], voids)]).validity.void, [
      {
        trial: 'sitting/1/closed-200000-1',
        contestant: 'cluster',
        reason: 'left late; busy',
        beyond: false,
      },
    ]);
  });

  it('includes the requests of a contestant before it failed', () => {
    const trial = sitting(1, ['single'], [closedWindow()]);
    const result = completed(trial, [[sound('single')]], { warnings: ['single: left 1 process behind'] });
    const [warning] = analysed([{ trial, result }]).validity.warnings;
    assert.equal(warning?.message, 'sitting/1: single: left 1 process behind');
    assert.ok(warning?.remedy);
  });

  it('lists the reasons why the machine was unfit, with the remedy', () => {
    const check = { id: 'load', fit: false, detail: '3.20', remedy: 'end what else is running' };
    const { warnings } = analysed([], { checks: [check, { ...check, id: 'cores', fit: true }] }).validity;
    assert.deepEqual(warnings, [{ id: 'machine', message: 'load: 3.20', remedy: check.remedy }]);
  });

  it('lists the contestants that could not take part', () => {
    const missing = [{ contestant: 'queue', reason: 'no Redis could be started' }];
    assert.deepEqual(analysed([], { missing }).validity.missing, missing);
  });
});

describe('void windows', () => {
  const enough = Array.from({ length: 99 }, () => sound('single'));

  it('fail the run if they exceed two in a hundred', () => {
    const lost: VoidWindow = { subject: 'cluster', reasons: ['late', 'late'] };
    assert.equal(gate(analysed([block(enough, [lost])]), 'void-windows')?.ok, true);
    assert.equal(gate(analysed([block([sound('single')], [lost])]), 'void-windows')?.ok, false);
  });

  it('are reported if a second attempt succeeded', () => {
    const again: WindowResult = { ...sound('cluster'), retries: ['left late'] };
    const found = gate(analysed([block([sound('single'), again])]), 'void-windows');
    assert.equal(found?.ok, true);
    assert.match(found?.detail ?? '', /^0 of 2 windows were void twice .*; 1 were measured again$/);
  });

  it('do not fail the run if the load is impossible here', () => {
    const beyond: VoidWindow = { subject: 'cluster', reasons: ['too much'], beyond: true };
    const analysis = analysed([block([sound('single')], [beyond])]);
    assert.equal(gate(analysis, 'void-windows')?.ok, true);
    assert.match(gate(analysis, 'void-windows')?.detail ?? '', /^0 of 1 windows/);
    assert.deepEqual([gate(analysis, 'out-of-reach')?.ok, analysis.validity.void[0]?.beyond], [true, true]);
  });
});

describe('a load generator that was the limit', () => {
  it('leaves its windows without a figure, and fails the run by name', () => {
    const voids = [{ subject: 'cluster', reasons: ['the load generator was the limit'], byGenerator: true }];
    const found = gate(analysed([block([sound('single')], voids)]), 'generator');
    assert.deepEqual(
      [found?.ok, found?.detail],
      [
        false,
        'in 1 window the load generator was the limit and not the service, so it has no figure: cluster',
      ],
    );
  });

  it('is not mentioned if it was not the limit', () =>
    assert.equal(gate(analysed([block([sound('single')])]), 'generator'), undefined));
});

it('an oracle that checked a sample of the answers is reported, with the number of answers that it did not check', () => {
  const load = { ...loadResult(200), unchecked: 150 };
  const { warnings } = analysed([block([sound('single'), { subject: 'cluster', load }])]).validity;
  const messages = warnings.map(({ message }) => message).join();
  assert.match(messages, /it checked a sample, and did not check 150 of 209 answers/);
});

describe('the check that the plan was completed', () => {
  const made = closedLoops({ single: [200, 210] });
  const plan = [...made.map(({ trial }) => trial), sitting(3, ['single'], [closedWindow()])];

  it('passes if every trial ended', () => assert.equal(gate(analysed(made), 'complete')?.ok, true));

  it('fails if a trial is missing or was cut short', () => {
    assert.equal(gate(analysed(made, { plan }), 'complete')?.ok, false);
    const cut = made.map(
      ({ trial, result }, index): Made => ({
        trial,
        result: index === 1 ? { trial: result.trial, blocks: result.blocks } : result,
      }),
    );
    assert.equal(gate(analysed(cut), 'complete')?.ok, false);
  });

  it('passes, and says so, if trials were left out to keep the time', () => {
    const results = made.map(({ result }) => result);
    const { validity } = analyse({ ...run(results, { plan }), notRun: ['sitting/3'] }, questions);
    assert.deepEqual(validity.notRun, ['sitting/3']);
    const found = validity.gates.find(({ id }) => id === 'complete');
    assert.deepEqual(
      [found?.ok, found?.detail],
      [true, '2 of 3 trials ended; 1 were left out to keep the time'],
    );
  });
});

describe('the quality of the machine', () => {
  const seconds = (used: object): Made => {
    const trial = sitting(1, ['single'], [closedWindow()]);
    const usage = { generatorCpu: 0.1, ...used };
    return { trial, result: completed(trial, [[{ ...sound('single'), usage }]]) };
  };

  it('includes the shares of the generator and of other guests, without a verdict on either', () => {
    const made = [seconds({ generatorCpu: 0.4, steal: 0.2 }), ...closedLoops({ single: [1, 1] })];
    const { machine, gates } = analysed(made).validity;
    assert.deepEqual([machine?.generatorShare, machine?.steal], [0.2, 0.2]);
    assert.ok(gates.every(({ ok }) => ok));
  });

  it('includes the largest number of generators, if a load took several', () => {
    const [made] = [...closedLoops({ single: [1] })];
    assert.ok(made);
    const withSeveral = (generators: number): Made => ({
      ...made,
      result: completed(made.trial, [[{ ...sound('single'), load: { ...loadResult(10), generators } }]]),
    });
    assert.equal(analysed([withSeveral(2), withSeveral(4)]).validity.machine?.generators, 4);
    assert.equal(analysed([made]).validity.machine?.generators, undefined);
  });

  it('is as steady as the kernel’s time from block to block', () => {
    const kernel = (ms: (round: number) => number) =>
      analysed(closedLoops({ single: [1, 1, 1, 1] }, { kernelMs: ms }));
    assert.equal(kernel(() => 5).validity.machine?.unsteadiness, 0);
    const wandering = kernel((round) => (round % 2 === 0 ? 5 : 15)).validity;
    assert.ok((wandering.machine?.unsteadiness ?? 0) > 0.35);
    assert.ok(
      wandering.gates.every(({ ok }) => ok),
      'which is a fact, and no reason to disbelieve the run',
    );
  });

  it('says how much faster a core computes while the others are idle, if a run timed it', () => {
    const made = closedLoops({ single: [1, 1, 1] }, { kernelMs: () => 6 });
    const timed = made.map(({ trial, result }) => ({
      trial,
      result: {
        ...result,
        blocks: result.blocks.map(({ reference, ...block }) => ({
          ...block,
          ...(reference && { reference: { ...reference, loneCpuMs: 4 } }),
        })),
      },
    }));
    assert.equal(analysed(made).validity.machine?.loneCore, undefined);
    const { estimate, n } = analysed(timed).validity.machine?.loneCore ?? {};
    assert.deepEqual([estimate?.toFixed(3), n], ['1.500', 3]);
  });

  it('is not called unsteady for tasks of different sizes', () => {
    const sizes = ['10000', '200000'].map((upTo) =>
      closedWindow({ input: { upTo }, setting: { connections: 50 } }),
    );
    const made = [1, 2].map((round): Made => {
      const trial = sitting(round, ['single'], sizes);
      const result = completed(trial, [[], []]);
      const blocks = result.blocks.map((one, index) => {
        const wallMs = index === 0 ? 0.1 : 40;
        return { ...one, ...(one.reference && { reference: { ...one.reference, wallMs } }) };
      });
      return { trial, result: { ...result, blocks } };
    });
    assert.equal(analysed(made).validity.machine?.unsteadiness, 0);
  });
});

it('the outcomes of requests are summed for each contestant, load and probe, without the twin and without failed trials', () => {
  const trial = sitting(1, ['single', 'single-twin'], [closedWindow(), closedWindow()]);
  const probe = sampledResult('none');
  const result = completed(trial, [
    [
      { subject: 'single', load: loadResult(200) },
      { subject: 'single-twin', load: loadResult(999) },
    ],
    [{ subject: 'single', load: loadResult(100), probe }],
  ]);
  const next = sitting(2, ['single'], [closedWindow()]);
  const failed = completed(next, [[{ subject: 'single', load: loadResult(77) }]], {
    failures: [{ ...death('single'), reason: 'wrong-answer' }],
  });
  const { accounting } = analysed([
    { trial, result },
    { trial: next, result: failed },
  ]).validity;
  const [single, cluster] = accounting;
  assert.deepEqual([single?.contestant, single?.ok, single?.inFlight], ['single', 350, 6]);
  const { contestant: _name, sent = 0, ...parts } = single ?? {};
  const ended = Object.values(parts).reduce((sum, count) => sum + count, 0);
  assert.equal(ended, sent);
  assert.deepEqual([cluster?.contestant, cluster?.sent], ['cluster', 0]);
});
