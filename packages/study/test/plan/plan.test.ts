import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { questions } from '@cpu-bound/questions/questions';
import { able, fewer } from '@cpu-bound/questions/test/able';
import { primes } from '@cpu-bound/workload';
import fc from 'fast-check';
import type { Config } from '../../src/config/config.ts';
import { askedByName, asks, type Profile, type ProfileName, profiles } from '../../src/config/profiles.ts';
import type { Trial } from '../../src/model/plan.ts';
import { HEADLINE_CLOSED } from '../../src/model.ts';
import { plan } from '../../src/plan/plan.ts';
import { shareWindows, sittingOf } from '../../src/plan/sitting.ts';
import { config } from '../fixtures/config.ts';

/** Forty sets of contestants, with a number of rounds, a profile and a seed, and their plans of every question. */
const anyConfig = fc
  .record({
    ids: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 5 }),
    profileName: fc.constantFrom(...(Object.keys(profiles) as ProfileName[])),
    rounds: fc.integer({ min: 1, max: 6 }),
    seed: fc.string(),
    promisedSeconds: fc.option(fc.constant(600), { nil: undefined }),
  })
  .map(({ ids, profileName, rounds, seed, promisedSeconds }): Config => {
    const baseline = ids[0] ?? '';
    const profile = { ...profiles[profileName], rounds };
    const promise = promisedSeconds === undefined ? {} : { promisedSeconds };
    return config({ contestants: ids.map(contestant), baseline, profileName, profile, seed, ...promise });
  });
const planned = fc.sample(anyConfig, 40).map((given) => ({ given, trials: plan(given, questions) }));

/** The number of rounds in which a profile asks a question if no flag names any. */
const roundsAsked = ({ profile, profileName }: Config, { once }: (typeof questions)[number]) =>
  profile.inBreadth && once?.includes(profileName) ? 1 : profile.rounds;

const asking = (given: Config, ...ids: string[]) =>
  plan(
    given,
    questions.filter(({ id }) => ids.includes(id)),
  );
const everything = (given: Config) => plan(given, questions);
const isSitting = ({ id }: Trial) => id.startsWith('sitting/');
const sittingsOf = (trials: readonly Trial[]) => trials.filter(isSitting);
const ownStartsOf = (trials: readonly Trial[]) => trials.filter((trial) => !isSitting(trial));
const namesOf = ({ contestants }: Config) => contestants.map(({ id }) => id);
const blocksOf = (trial: Trial, window: string) => trial.blocks.filter((block) => block.window.id === window);
const windowIds = (trials: readonly Trial[]) =>
  new Set(trials.flatMap(({ blocks }) => blocks.map(({ window }) => window.id)));

describe('the sitting of each round', () => {
  it('has every window that a question plans, as often as planned, with the planned contestants', () => {
    for (const { given, trials } of planned) {
      const sittings = sittingsOf(trials);
      assert.equal(sittings.length, given.profile.rounds);
      const everybody = [...namesOf(given), `${given.baseline}-twin`];
      for (const scenario of questions)
        for (const own of scenario.plan(given).sitting ?? []) {
          const { window, blocks = 1, contestants = everybody, onlyIfShared } = own;
          const { rounds = roundsAsked(given, scenario) } = own;
          if (onlyIfShared) continue;
          for (const sitting of sittings.filter(({ round }) => round <= rounds)) {
            const found = blocksOf(sitting, window.id);
            // A window without a contestant, such as one of connections that no contestant distributes, is not measured.
            const least = contestants.length === 0 ? 0 : blocks;
            assert.ok(found.length >= least, `${window.id} in ${sitting.id}`);
            for (const { order } of found)
              assert.deepEqual(new Set(contestants).difference(new Set(order)), new Set());
          }
        }
    }
  });

  it('has no contestant in a block twice, and none that is not up', () => {
    for (const { id, subjects, blocks } of planned.flatMap(({ trials }) => trials)) {
      const up = new Set(subjects.map(({ name }) => name));
      assert.equal(up.size, subjects.length, id);
      assert.equal(new Set(blocks.map((block) => block.id)).size, blocks.length, id);
      for (const { order } of blocks) {
        assert.ok(order.length > 0 && new Set(order).size === order.length, id);
        assert.deepEqual(new Set(order).difference(up), new Set(), id);
      }
    }
  });

  it('includes the baseline’s twin', () => {
    for (const { given, trials } of planned)
      for (const sitting of sittingsOf(trials)) {
        const name = `${given.baseline}-twin`;
        const twins = sitting.subjects.filter(({ twin }) => twin);
        assert.deepEqual(twins, [{ name, contestant: given.baseline, twin: true }]);
        for (const { order } of blocksOf(sitting, HEADLINE_CLOSED)) assert.ok(order.includes(name));
      }
  });

  it('begins with the headline’s closed loop, whose throughput sets the rates of the open loops', () => {
    for (const { given, trials } of planned)
      for (const { blocks } of sittingsOf(trials)) {
        assert.equal(blocks[0]?.window.id, HEADLINE_CLOSED);
        assert.deepEqual(new Set(namesOf(given)).difference(new Set(blocks[0]?.order)), new Set());
      }
  });

  it('harms no contestant, and starts all in the same way', () => {
    for (const { changes, blocks } of sittingsOf(everything(config({ contestants: able })))) {
      assert.equal(changes, undefined);
      assert.ok(blocks.every(({ window }) => window.fault === undefined));
    }
  });

  it('orders its blocks differently in every round', () => {
    const orders = sittingsOf(everything(config({ profileName: 'thorough' }))).map(({ blocks }) =>
      blocks.map(({ window }) => window.id).join(),
    );
    assert.ok(new Set(orders).size > orders.length / 2);
  });

  it('orders the contestants differently from block to block and from round to round', () => {
    const blocks = sittingsOf(asking(config(), 'capacity', 'latency')).flatMap((sitting) => sitting.blocks);
    const firsts = Map.groupBy(blocks, ({ order }) => order[0]);
    assert.equal(firsts.size, 5, 'everybody begins some');
    assert.ok(new Set(blocks.map(({ order }) => order.join())).size > blocks.length / 2);
  });
});

describe('a window that several questions read', () => {
  it('is measured once, for all of them', () => {
    for (const sitting of sittingsOf(asking(config(), 'capacity', 'cost'))) {
      const closed = blocksOf(sitting, HEADLINE_CLOSED);
      assert.equal(closed.length, 1);
      for (const { window } of closed) assert.deepEqual(window.questions, ['capacity', 'cost']);
      assert.equal(sitting.blocks.length, closed.length);
    }
  });

  it('combines their needs: the load of one, the probe of the other', () => {
    const [sitting] = sittingsOf(asking(config(), 'latency', 'responsiveness'));
    assert.ok(sitting);
    const [shared] = blocksOf(sitting, 'open-slowest-0.5');
    assert.deepEqual(shared?.window.questions, ['latency', 'responsiveness']);
    assert.deepEqual([shared?.window.load?.kind, shared?.window.probe?.path], ['open', '/hello']);
  });

  it('is not measured for a question that needs it only if it is shared', () => {
    const windows = windowIds(asking(config(), 'responsiveness'));
    assert.deepEqual(windows, new Set(['saturated']));
  });

  it('is the same window for any position of its name', () => {
    for (const { trials } of planned) {
      const all = trials
        .flatMap(({ blocks }) => blocks)
        .map(({ window: { questions: _none, ...window } }) => window);
      for (const [id, same] of Map.groupBy(all, (window) => window.id))
        for (const one of same) assert.deepEqual(one, same[0], id);
    }
  });
});

describe('the capacity that sets the rates', () => {
  it('is measured if a question has an open loop and no other question measures it', () => {
    const sittings = sittingsOf(asking(config(), 'latency'));
    for (const sitting of sittings) {
      const [first] = sitting.blocks;
      assert.deepEqual([first?.window.id, first?.window.questions], [HEADLINE_CLOSED, []]);
    }
    for (const sitting of sittings) assert.equal(blocksOf(sitting, HEADLINE_CLOSED).length, 1);
  });

  it('is measured before the other loads of a round', () => {
    for (const { blocks } of sittingsOf(asking(config(), 'capacity', 'latency')))
      assert.equal(
        blocks.findIndex(({ window }) => window.id !== HEADLINE_CLOSED),
        1,
      );
  });

  it('is measured for separate starts, unless a load is a share of a core', () => {
    const orderFor = (...ids: string[]) => {
      const [sitting] = sittingsOf(asking(config({ contestants: able }), ...ids));
      return new Set(sitting?.blocks.flatMap(({ order }) => order));
    };
    assert.deepEqual(orderFor('faults'), new Set());
    assert.deepEqual(orderFor('overload'), new Set(['single', 'cluster', 'threads', 'queue']));
  });

  it('is not measured if no question has an open loop', () =>
    assert.ok(!windowIds(asking(config({ profileName: 'thorough' }), 'task-size')).has(HEADLINE_CLOSED)));
});

describe('a separate start', () => {
  const trials = ownStartsOf(everything(config({ contestants: able, profileName: 'thorough' })));
  const trialsOf = (scenario: string) => trials.filter(({ id }) => id.startsWith(`${scenario}/`));

  it('has one contestant, for one question, in every round', () => {
    for (const { id, subjects, blocks, round } of trials) {
      const [scenario, at] = id.split('/');
      assert.equal(Number(at), round, id);
      // Under conditions of their own, contestants also stand side by side, as in the sitting.
      const sideBySide = ['cpus', 'isolation', 'payload'].includes(scenario ?? '') ? able.length : 1;
      assert.equal(subjects.length, sideBySide, id);
      assert.ok(subjects.every(({ twin }) => !twin));
      for (const { window, order } of blocks) {
        assert.deepEqual(window.questions, [scenario], id);
        assert.deepEqual(order.toSorted(), subjects.map(({ name }) => name).toSorted(), id);
      }
    }
    for (const scenario of ['faults', 'overload', 'restart', 'workers']) {
      const rounds = new Set(trialsOf(scenario).map(({ round }) => round));
      assert.equal(rounds.size, profiles.thorough.rounds, scenario);
    }
  });

  it('contains the faults that harm a process', () => {
    for (const { id, blocks } of [...trialsOf('faults'), ...trialsOf('restart')])
      assert.ok(
        blocks.every(({ window }) => window.fault !== undefined),
        id,
      );
    const kinds = trialsOf('faults').flatMap(({ blocks }) => blocks.map(({ window }) => window.fault?.kind));
    assert.deepEqual(new Set(kinds), new Set(['kill-worker', 'redis-restart']));
  });

  it('contains the changes of environment or workers', () => {
    assert.ok(trialsOf('overload').every(({ changes }) => Number(changes?.env?.MAX_PENDING) > 0));
    for (const { changes, blocks } of trialsOf('workers'))
      assert.ok(blocks.every(({ window }) => window.condition.setting.workers === changes?.workers));
    assert.deepEqual(new Set(trialsOf('workers').map(({ changes }) => changes?.workers)), new Set([1, 2, 4]));
  });

  it('matters less than a sitting, and less the later its question stands', () => {
    const importance = (scenario: string) =>
      trialsOf(scenario).find(({ round }) => round === 2)?.importance ?? assert.fail(scenario);
    assert.ok(sittingsOf(everything(config())).every((trial) => trial.importance === 0));
    const inOrder = ['faults', 'overload', 'workers', 'restart'].map(importance);
    assert.deepEqual(
      inOrder,
      inOrder.toSorted((a, b) => a - b),
    );
    assert.ok((inOrder[0] ?? 0) > 0);
  });
});

describe('a plan', () => {
  it('has the first round before any other, then the rounds of each question in order, and no trial twice', () => {
    for (const { given, trials } of planned) {
      const isFirst = trials.map(({ round }) => round === 1);
      assert.equal(isFirst.lastIndexOf(true), isFirst.filter(Boolean).length - 1);
      for (const own of Map.groupBy(trials, ({ id }) => id.split('/')[0]).values()) {
        const rounds = own.map(({ round }) => round);
        assert.ok(rounds.every((round, index) => round >= (rounds[index - 1] ?? 0)));
      }
      assert.equal(new Set(trials.map(({ id }) => id)).size, trials.length);
      const own = trials.map(({ round }) => round);
      assert.deepEqual(new Set(own).size, given.profile.rounds);
    }
  });

  it('has enough rounds for a verdict among four for each question that it repeats, except in the smoke test', () => {
    for (const profileName of ['quick', 'standard', 'thorough'] as const) {
      const given = config({ profileName, contestants: able, ownRedis: true });
      for (const scenario of questions.filter((one) => roundsAsked(given, one) > 1)) {
        const rounds = new Set(asking(given, scenario.id).map(({ round }) => round));
        // A finding that is the same in every round needs fewer rounds.
        const enough = fewer[scenario.id] ?? 8;
        assert.ok(rounds.size >= enough, `${scenario.id} in ${profileName}`);
      }
    }
    assert.equal(profiles.smoke.rounds, 1);
  });

  it('has as many outages of Redis as one interval needs, because few contestants use Redis', () => {
    const roundsOf = (inFull: boolean) => {
      const profile = { ...profiles.standard, inFull };
      const given = config({ profile, contestants: able, scenarios: ['faults'], ownRedis: true });
      return Math.max(
        ...everything(given).flatMap(({ id, round }) => (id.startsWith('faults/') ? [round] : [])),
      );
    };
    assert.deepEqual([roundsOf(false), roundsOf(true)], [6, profiles.standard.rounds]);
  });

  it('gives every measurable need a figure in the first round of the profile standard', () => {
    const given = config({ contestants: able, ownRedis: true });
    const asked = questions.filter((scenario) => asks('standard', scenario));
    const first = plan(given, asked).filter(({ round }) => round === 1);
    const measured = new Set(first.flatMap(({ blocks }) => blocks.flatMap(({ window }) => window.questions)));
    for (const { id, needs = [] } of questions)
      if (needs.length > 0) assert.ok(measured.has(id), `${id} has a need: add once: ['standard']`);
  });

  it('asks a question once if time is short, and in all rounds if it is named', () => {
    const roundsOf = (profile: Profile) =>
      new Set(asking(config({ contestants: able, profile }), 'payload').map(({ round }) => round)).size;
    assert.deepEqual([profiles.standard, askedByName(profiles.standard)].map(roundsOf), [1, 10]);
  });

  it('is the same for the same seed', () => {
    for (const { given, trials } of planned.slice(0, 10)) assert.deepEqual(everything({ ...given }), trials);
  });

  it('has the same trials in another order for another seed', () => {
    const planOf = (seed: string) => everything(config({ seed, contestants: able }));
    const [one, other] = [planOf('one'), planOf('other')];
    assert.notDeepEqual(one, other);
    const ids = (trials: readonly Trial[]) => trials.map(({ id }) => id).toSorted();
    assert.deepEqual(ids(one), ids(other));
  });

  it('has every size if there is time, otherwise the smallest and the headline', () => {
    const sizesOf = (changes: Parameters<typeof config>[0]) =>
      [...windowIds(asking(config(changes), 'task-size'))].toSorted();
    const all = primes.sizes.map(({ query }) => `size-${query.upTo}`).toSorted();
    assert.deepEqual(sizesOf({ profileName: 'thorough' }), all);
    assert.deepEqual(sizesOf({ profileName: 'standard' }), [HEADLINE_CLOSED, 'size-10000']);
  });

  it('measures what the flags name', () => {
    const trials = asking(config({ headline: { upTo: '300000' }, connections: 77 }), 'capacity', 'latency');
    const loads = trials.flatMap(({ blocks }) => blocks.flatMap(({ window }) => window.load ?? []));
    assert.ok(loads.length > 0 && loads.every(({ query }) => query.upTo === '300000'));
    assert.ok(loads.some((load) => load.kind === 'closed' && load.connections === 77));
  });

  it('plans trials for every scenario that is asked alone', () => {
    for (const { id } of questions) {
      const asked = asking(config({ contestants: able }), id).flatMap(({ blocks }) =>
        blocks.flatMap(({ window }) => window.questions),
      );
      assert.deepEqual(new Set(asked), new Set([id]), `${id} alone measures something, and nothing else`);
    }
  });

  it('is empty without a question', () => assert.deepEqual(plan(config({ promisedSeconds: 60 }), []), []));
});

const recipe = { title: 'as documented', command: ['node', 'recipe.ts'], scenarios: ['capacity'] } as const;
const beside = [contestant('single'), { ...contestant('threads'), variants: { recipe } }];

const ordersOf = (profileName: 'quick' | 'standard') => {
  const settings = config({ profileName, contestants: beside });
  const capacity = questions.find(({ id }) => id === 'capacity') ?? assert.fail();
  const { sitting = [] } = capacity.plan(settings);
  // Another question needs the same window, of the contestants only.
  const [first] = sitting;
  const { variants: _variants, ...shared } = first ?? assert.fail();
  const trial = sittingOf(settings, 1, shareWindows([...sitting, shared]), 'sitting-1');
  return trial.blocks.map(({ order }) => order.toSorted());
};

it('variants take part in the capacity of a profile that has the time', () => {
  assert.deepEqual(ordersOf('standard'), [['single', 'single-twin', 'threads', 'threads:recipe']]);
});

it('variants take part in no block of a profile that lacks the time', () => {
  for (const order of ordersOf('quick')) assert.deepEqual(order, ['single', 'single-twin', 'threads']);
});
