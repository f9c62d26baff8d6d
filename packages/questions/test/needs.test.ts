import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '@cpu-bound/study/analyse/analyse';
import { decide } from '@cpu-bound/study/decide/decision';
import { rank } from '@cpu-bound/study/decide/rank';
import { isCounted } from '@cpu-bound/study/decide/standing';
import type { Run, WindowResult } from '@cpu-bound/study/model';
import type { FaultsAnalysis } from '../src/questions/faults.ts';
import { questions } from '../src/questions.ts';
import { everyQuestion } from './fixtures/every-question.ts';

const undecided = analyse(everyQuestion(2), questions);
const analysis = {
  ...undecided,
  contestants: undecided.contestants.map((one) => (one.id === 'single' ? one : { ...one, needs: ['redis'] })),
};
const found = undecided.scenarios.faults as FaultsAnalysis;
const { needs = [] } = questions.find(({ id }) => id === 'faults') ?? assert.fail('it is a question');
const answer = needs.find(({ id }) => id === 'redis-dies')?.answer(found, analysis);

describe('the need to survive a dying Redis', () => {
  it('is met by contestants that need no Redis, with any number of rounds', () => {
    assert.equal(answer?.relate('single', 'queue'), 'better');
    assert.deepEqual(answer?.cells.single, { kind: 'none', why: 'no Redis' });
  });

  it('is shown without counting, because the dependence on Redis is known by construction', () =>
    assert.ok(answer?.uncounted));

  it('is not shown for two contestants that need Redis with too few rounds', () =>
    assert.equal(answer?.relate('queue', 'cluster'), undefined));
});

it('a killed worker is compared among contestants whose workers end by the same means, and the others name theirs', () => {
  const ended = { cluster: 'a process', queue: 'a thread' } as const;
  const faults: FaultsAnalysis = { ...found, ended };
  const kinds = { ...undecided, scenarios: { ...undecided.scenarios, faults } };
  const need = decide(kinds, questions).decision.needs.find(({ id }) => id === 'worker-dies');
  assert.match(need?.title ?? '', /^killed process/);
  assert.deepEqual(need?.pairs, []);
  assert.equal(need?.standings.queue?.kind, 'not-measured');
  const { queue } = need?.measured?.cells ?? {};
  assert.equal(queue?.kind === 'around a fault' && queue.apart, 'thread');
});

describe('the need for accepted work', () => {
  const { decision } = decide(undecided, questions);
  const jobs = decision.needs.find(({ id }) => id === 'jobs');

  it('is shown without counting if some contestants take no jobs', () => {
    assert.deepEqual(jobs?.measured?.cells.single, { kind: 'none', why: 'no job API' });
    assert.ok(jobs && jobs.uncounted !== undefined && !isCounted(jobs));
  });

  it('chooses no contestant, because a need that does not count has no weight', () =>
    assert.equal(rank(decision, { jobs: 1 }).choice.kind, 'none'));
});

describe('the need for little memory', () => {
  const memoryIn = (run: Run) =>
    decide(analyse(run, questions), questions).decision.needs.find(({ id }) => id === 'memory');

  it('counts shared pages once', () => {
    const need = memoryIn(everyQuestion(2));
    assert.equal(need?.title, 'memory');
    const { single } = need?.measured?.cells ?? {};
    assert.equal(single?.kind === 'number' && Math.round(single.value.estimate), 90);
  });

  it('is titled resident memory in a run that has no other', () => {
    const run = everyQuestion(2);
    const results = run.results.map((trial) => ({
      ...trial,
      blocks: trial.blocks.map((block) => ({ ...block, windows: block.windows.map(withoutMemory) })),
    }));
    const need = memoryIn({ ...run, results });
    assert.equal(need?.title, 'resident memory');
    const { single } = need?.measured?.cells ?? {};
    assert.equal(single?.kind === 'number' && Math.round(single.value.estimate), 120);
  });
});

/** Changes each result of the low rate; undefined removes it. */
function changeLow(run: Run, change: (window: WindowResult, round: number) => WindowResult | undefined): Run {
  const rounds = new Map(run.manifest.plan.map(({ id, round }) => [id, round]));
  const results = run.results.map((trial) => ({
    ...trial,
    blocks: trial.blocks.map((block) =>
      block.block.startsWith('open-slowest-0.5')
        ? {
            ...block,
            windows: block.windows.flatMap((one) => change(one, rounds.get(trial.trial) ?? 0) ?? []),
          }
        : block,
    ),
  }));
  return { ...run, results };
}

describe('the costs at one rate', () => {
  const asked = everyQuestion(10, undefined, ['capacity', 'latency', 'cost']);
  const needIn = (run: Run, id: string) =>
    decide(analyse(run, questions), questions).decision.needs.find((one) => one.id === id);

  it('have the verdicts of other metrics, by the windows of the low rate, which are measured anyway', () => {
    const dearer = changeLow(asked, ({ usage, ...window }) => ({
      ...window,
      ...(usage && {
        usage: { ...usage, serverCpu: (usage.serverCpu ?? 0) * (window.subject === 'queue' ? 1.5 : 1) },
      }),
    }));
    const need = needIn(dearer, 'cpu-low') ?? assert.fail();
    assert.ok(isCounted(need) && need.measured?.perSecond !== undefined);
    assert.equal(need.standings.queue?.kind, 'behind');
    assert.equal(need.standings.single?.kind, 'equivalent');
    const count = (run: Run) => run.manifest.plan.reduce((sum, { blocks }) => sum + blocks.length, 0);
    assert.equal(count(asked), count(everyQuestion(10, undefined, ['capacity', 'latency'])));
  });

  it('are not those of one round beside ten saturated ones', () => {
    const brief = changeLow(asked, (window, round) => (round === 1 ? window : undefined));
    assert.equal(needIn(brief, 'cpu-low'), undefined);
    assert.equal(needIn(brief, 'memory')?.measured?.perSecond, undefined);
    assert.equal(needIn(everyQuestion(10, undefined, ['capacity', 'cost']), 'cpu-low'), undefined);
  });

  it('have the CPU time without a request, and do not count it twice', () => {
    const idle = changeLow(asked, ({ usage, ...window }) => ({
      ...window,
      ...(usage && { usage: { ...usage, idleCores: { queue: 0.004 } } }),
    }));
    const need = needIn(idle, 'idle') ?? assert.fail();
    const { queue, single } = need.measured?.cells ?? {};
    assert.ok(queue?.kind === 'number' && Math.abs(queue.value.estimate - 4) < 1e-9);
    assert.deepEqual([single, isCounted(need)], [undefined, false]);
  });
});

function withoutMemory({ usage, ...window }: WindowResult): WindowResult {
  if (!usage) return window;
  const { serverMemoryBytes: _bytes, ...rest } = usage;
  return { ...window, usage: rest };
}
