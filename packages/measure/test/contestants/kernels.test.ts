import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupsOf, hiddenKernels, variantOrKernel, withKernel } from '../../src/contestants/find.ts';
import { rateSetters } from '../../src/contestants/manifest.ts';
import { contestant } from '../fixtures/contestant.ts';

const single = { ...contestant('single'), family: 'singles', order: 1, env: { A: '1' } };
const cluster = { ...contestant('cluster'), family: 'clusters' };
const sieve = withKernel(single, 'sieve');

describe('a contestant that computes by another kernel', () => {
  it('is the same program, and a peer of it with an id of its own', () => {
    const { id, title, peerOf, kernel, command, env, family } = sieve;
    assert.deepEqual([id, title, peerOf], ['single:sieve', 'single, kernel sieve', 'single']);
    assert.deepEqual([kernel, command, env, family], ['sieve', single.command, single.env, undefined]);
  });

  it('has the form of a variant’s name, and a variant of that name takes precedence', () => {
    const variants = { sieve: { title: 'a variant', env: { B: '2' } } };
    assert.equal(variantOrKernel(single, 'sieve', ['sieve']).kernel, 'sieve');
    assert.equal(variantOrKernel({ ...single, variants }, 'sieve', ['sieve']).title, 'a variant');
  });

  it('sets no request rate, unless it takes part alone', () => {
    assert.deepEqual(rateSetters([single, cluster, sieve]), ['single', 'cluster']);
    assert.deepEqual(rateSetters([sieve, cluster]), ['cluster']);
    assert.deepEqual(rateSetters([sieve]), ['single:sieve']);
  });
});

describe('the group @kernels', () => {
  const ids = (kernels: string[]) =>
    Object.fromEntries(
      Object.entries(groupsOf([single, cluster], kernels)).map(([name, all]) => [
        name,
        all.map(({ id }) => id),
      ]),
    );

  it('has each kernel on the contestant without workers, in its family and among all', () => {
    const groups = ids(['wasm', 'sieve']);
    assert.deepEqual(groups['@kernels'], ['single:wasm', 'single:sieve']);
    assert.deepEqual(groups['@singles'], ['single', 'single:wasm', 'single:sieve']);
    assert.deepEqual(groups['@all'], ['single', 'cluster', 'single:wasm', 'single:sieve']);
    assert.deepEqual([groups['@main'], groups['@clusters']], [['single', 'cluster'], ['cluster']]);
  });

  it('is empty if the workload has no other kernel', () => assert.deepEqual(ids([])['@kernels'], []));

  it('leaves out a kernel with the name of a runtime, because an id could not name it', () =>
    assert.deepEqual(hiddenKernels([single], ['bun', 'node-24', 'sieve']), [
      '--workload: bun is a runtime; give the kernel another name',
      '--workload: node-24 is a runtime; give the kernel another name',
    ]));
});
