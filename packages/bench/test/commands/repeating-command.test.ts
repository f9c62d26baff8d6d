import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { config } from '@cpu-bound/study/test/config';
import { repeatingCommand, resumable } from '../../src/commands/repeating-command.ts';

const root = '/somewhere/project';
const flags = { workload: './mine.ts', profile: 'quick' };
const given = config({ workloadSpecifier: `${root}/mine.ts`, headline: { n: '1800000' }, flags });

describe('the command that repeats a run', () => {
  it('has the flags and the seed of the run, and no path of this machine', () =>
    assert.equal(
      repeatingCommand({ config: given, examined: {}, root, code: root }),
      'npx -y pnpm@12 bench run --profile quick --workload ./mine.ts --seed seed',
    ));

  it('has the time of the run, if it is not that of its profile', () => {
    const commandOf = (timed: Partial<typeof given>) =>
      repeatingCommand({ config: { ...given, ...timed }, examined: {}, root, code: root });
    assert.match(commandOf({ goOn: { within: 100 } }), / --for 100s --seed seed$/);
    assert.match(commandOf({ goOn: {} }), / --until decided --seed seed$/);
    assert.match(commandOf({ profileName: 'soak', promisedSeconds: 600 }), / --for 600s --seed seed$/);
  });

  it('names the headline if its size was found on this machine, because another machine would find another', () => {
    const sizes = [{ label: 'about 5 ms', query: { n: '1800000' } }];
    const command = repeatingCommand({ config: given, examined: { sizes }, root, code: root });
    assert.match(command, / --param n=1800000$/);
  });

  it('has a function’s arguments and samples in its workload, relative to the folder of the function’s file', () => {
    const specifier = `${root}/src/render.ts#render?body=..%2Fsamples%2F*.json&answers=differ`;
    const inputs = { body: 'samples/*.json', answersDiffer: true as const };
    const asTyped = { workload: './src/render.ts#render', ...inputs, longest: '20' };
    const own = config({ workloadSpecifier: specifier, headline: { sample: 'all' }, flags: asTyped });
    assert.equal(
      repeatingCommand({ config: own, examined: {}, root, code: root }),
      "npx -y pnpm@12 bench run --profile standard --workload './src/render.ts#render?body=..%2Fsamples%2F*.json&answers=differ' --longest 20 --seed seed",
    );
  });

  it('names variants and runtimes of a folder, and the requested versions of Node.js', () => {
    const here = { title: 'a', summary: 'b', version: '1', command: ['node'] as [string] };
    const contestants = ['mine', 'mine:bun', 'mine:node-24'].map((id) => ({
      ...here,
      id,
      folder: `${root}/elsewhere/mine`,
    }));
    const asTyped = { ...flags, contestants: './elsewhere/mine,./elsewhere/mine:bun', node: '24' };
    const command = repeatingCommand({
      config: { ...given, contestants, flags: asTyped },
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
    const command = repeatingCommand({
      config: { ...given, contestants, against, flags: both },
      examined: {},
      root,
      code: root,
    });
    assert.match(command, / --contestants single( |$)/);
    assert.match(command, / --against \.\/\.\.\/before( |$)/);
  });

  it('names the file of the requests and their flags, and no content of the file', () => {
    const requests = {
      file: `${root}/mine/requests.ndjson`,
      shown: 'requests.ndjson',
      sha256: 'a',
      count: 1,
      statusOnly: true,
      keep: false,
      answers: [],
    };
    const asTyped = { requests: 'requests.ndjson', statusOnly: true, target: ['far=http://127.0.0.1:1'] };
    const own = config({ workloadSpecifier: 'requests', requests, flags: asTyped });
    const run = { config: own, examined: {}, root, code: root };
    assert.equal(
      repeatingCommand(run),
      "npx -y pnpm@12 bench run --profile standard --requests ./mine/requests.ndjson --status-only --seed seed --target 'far=http://127.0.0.1:1'",
    );
    const resumed = resumable(own, root);
    const kept = [resumed.requests, resumed.statusOnly, resumed.workload];
    assert.deepEqual(kept, [requests.file, true, undefined]);
  });
});
