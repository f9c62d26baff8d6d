import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { config } from '@cpu-bound/study/test/config';
import { repeatingCommand } from '../../src/commands/repeat.ts';

const root = '/somewhere/project';
const given = config({ workloadSpecifier: `${root}/mine.ts`, headline: { n: '1800000' } });
const flags = { workload: './mine.ts', profile: 'quick' };

describe('the command that repeats a run', () => {
  it('has its flags and its seed, and no path of this machine', () =>
    assert.equal(
      repeatingCommand(flags, { config: given, examined: {}, root, code: root }),
      'pnpm bench run --profile quick --workload ./mine.ts --seed seed',
    ));

  it('says the headline where that was found on this machine: another would be other work', () => {
    const sizes = [{ label: 'about 5 ms', query: { n: '1800000' } }];
    const command = repeatingCommand(flags, { config: given, examined: { sizes }, root, code: root });
    assert.match(command, / --param n=1800000$/);
  });

  it('has what a function is called with in its workload, from the folder of its file', () => {
    const specifier = `${root}/src/render.ts#render?body=..%2Fsamples%2F*.json`;
    const own = config({ workloadSpecifier: specifier, headline: { sample: 'all' } });
    const asTyped = { workload: './src/render.ts#render', body: 'samples/*.json', longest: '20' };
    assert.equal(
      repeatingCommand(asTyped, { config: own, examined: {}, root, code: root }),
      "pnpm bench run --profile standard --workload './src/render.ts#render?body=..%2Fsamples%2F*.json' --longest 20 --seed seed",
    );
  });
});
