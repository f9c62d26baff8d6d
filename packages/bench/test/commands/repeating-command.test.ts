import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { config } from '@cpu-bound/study/test/config';
import { repeatingCommand } from '../../src/commands/repeating-command.ts';
import { resumable } from '../../src/commands/resumable.ts';

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

  it('names variants and runtimes of a folder, beside the versions of Node.js that were asked for', () => {
    const here = { title: 'a', summary: 'b', version: '1', command: ['node'] as [string] };
    const contestants = ['mine', 'mine:bun', 'mine:node-24'].map((id) => ({
      ...here,
      id,
      folder: `${root}/elsewhere/mine`,
    }));
    const asTyped = { ...flags, contestants: './elsewhere/mine,./elsewhere/mine:bun', node: '24' };
    const command = repeatingCommand(asTyped, {
      config: { ...given, contestants },
      examined: {},
      root,
      code: root,
    });
    assert.match(
      command,
      / --contestants '\.\/elsewhere\/mine,\.\/elsewhere\/mine:bun,\.\/elsewhere\/mine:node-24' /,
    );
    assert.match(command, / --node 24( |$)/);
  });

  it('names the other checkout, and none of its contestants', () => {
    const here = { id: 'single', title: 'a', summary: 'b', version: '1', command: ['node'] as [string] };
    const contestants = [
      { ...here, folder: `${root}/packages/single` },
      { ...here, id: 'single@before', folder: '/somewhere/before/packages/single' },
    ];
    const against = { name: 'before', folder: '/somewhere/before', notThere: [] };
    const both = { ...flags, contestants: 'single', against: '../before' };
    const command = repeatingCommand(both, {
      config: { ...given, contestants, against },
      examined: {},
      root,
      code: root,
    });
    assert.match(command, / --contestants single( |$)/);
    assert.match(command, / --against \.\/\.\.\/before( |$)/);
  });

  it('names the file of its requests, and their flags, whose values are in none of them', () => {
    const requests = {
      file: `${root}/mine/requests.ndjson`,
      shown: 'requests.ndjson',
      sha256: 'a',
      count: 1,
      statusOnly: true,
      answers: [],
    };
    const own = config({ workloadSpecifier: 'requests', requests });
    const asTyped = { requests: 'requests.ndjson', statusOnly: true, target: ['far=http://127.0.0.1:1'] };
    const of = { config: own, examined: {}, root, code: root };
    assert.equal(
      repeatingCommand(asTyped, of),
      "pnpm bench run --profile standard --requests ./mine/requests.ndjson --status-only --seed seed --target 'far=http://127.0.0.1:1'",
    );
    const resumed = resumable(asTyped, own, root);
    assert.deepEqual(
      [resumed.requests, resumed.statusOnly, resumed.workload],
      [requests.file, true, undefined],
    );
  });
});
