import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contestant } from '@cpu-bound/measure/test/contestant';
import { questions } from '@cpu-bound/questions/questions';
import { shareWindows, sittingOf } from '../../src/plan/sitting.ts';
import { config } from '../fixtures/config.ts';

const recipe = { title: 'as documented', command: ['node', 'recipe.ts'], scenarios: ['capacity'] } as const;
const contestants = [contestant('single'), { ...contestant('threads'), variants: { recipe } }];

const ordersOf = (profileName: 'quick' | 'standard') => {
  const settings = config({ profileName, contestants });
  const capacity = questions.find(({ id }) => id === 'capacity') ?? assert.fail();
  const { sitting = [] } = capacity.plan(settings);
  // Another question needs the same window, of the contestants only.
  const [first] = sitting;
  const { variants: _variants, ...shared } = first ?? assert.fail();
  const trial = sittingOf(settings, 1, shareWindows([...sitting, shared]), 'sitting-1');
  return trial.blocks.map(({ order }) => order.toSorted());
};

it('variants take part in half of the capacity’s blocks, in a profile that has the time', () => {
  const contestants = ['single', 'single-twin', 'threads'];
  const withVariant = [...contestants, 'threads:recipe'];
  assert.deepEqual(ordersOf('standard'), [withVariant, contestants]);
});

it('variants take part in no block of a profile that lacks the time', () => {
  for (const order of ordersOf('quick')) assert.deepEqual(order, ['single', 'single-twin', 'threads']);
});
