import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Inspection } from '@cpu-bound/measure/load/inspection';
import type { Look } from '@cpu-bound/workload/inspected';
import { endOf } from '../../src/commands/check.ts';
import { findingsOf } from '../../src/commands/check-findings.ts';

const place = { folder: '/', timeZone: 'UTC', missing: [] };
const lookOf = (changes: Partial<Look> & { readonly answer?: string }): Look => ({
  ...place,
  pid: 1,
  threadId: 0,
  ...changes,
});

const passedWith = (text: string, changes: Partial<Passed> = {}): Passed => ({
  query: {},
  status: 200,
  text,
  type: 'application/json',
  ...changes,
});
type Passed = Inspection['passed'][number];

/** A contestant with two looks and one answer that passed. */
const seen = (
  contestant: string,
  answer: string,
  looks: readonly Partial<Look>[],
  changes: Partial<Inspection> = {},
): Inspection => ({
  contestant,
  isSingle: contestant === 'single',
  loads: [],
  looks: looks.map((look) => lookOf({ answer, ...look })),
  passed: [passedWith(answer)],
  logged: [],
  printed: [],
  ...changes,
});
const single = (answer: string, changes: Partial<Look> = {}) =>
  seen('single', answer, [{ pid: 1, ...changes }]);
const cluster = (answers: readonly [string, string]) =>
  seen('cluster', answers[0], [
    { pid: 2, answer: answers[0] },
    { pid: 3, answer: answers[1] },
  ]);
const threads = (answers: readonly [string, string]) =>
  seen('threads', answers[0], [
    { pid: 4, threadId: 1, answer: answers[0] },
    { pid: 4, threadId: 2, answer: answers[1] },
  ]);
const check = (all: readonly Inspection[], again?: Inspection, answersDiffer = false) =>
  findingsOf(all, { answersDiffer, again });

describe('a check of a function', () => {
  it('finds nothing where all strategies answer the same', () => {
    const same = check([single('{"n":1}'), cluster(['{"n":1}', '{"n":1}']), threads(['{"n":1}', '{"n":1}'])]);
    assert.deepEqual([same.findings, same.leftOut, same.refused], [[], {}, undefined]);
  });

  it('refuses an answer that differs from call to call, or from process to process, and names the field', () => {
    const calls = check([single('{"n":1}', { differs: { path: 'n', one: '1', other: '2' } })]);
    assert.match(
      calls.refused ?? '',
      /^its second call answers otherwise: n is 1, then 2; leave it out, or add --answers-differ/,
    );
    const processes = check([single('{"by":1}'), cluster(['{"by":2}', '{"by":3}'])]);
    assert.match(processes.refused ?? '', /^each process answers otherwise: by is 2, then 3/);
  });

  it('tells an answer that names its process from one that depends on the strategy, by another process of one', () => {
    const all = [single('{"by":1}'), threads(['{"by":4}', '{"by":4}'])];
    assert.match(
      check(all, single('{"by":9}')).refused ?? '',
      /^each process answers otherwise: by is 1, then 9/,
    );
    const { refused, leftOut } = check(all, single('{"by":1}'));
    assert.equal(refused, undefined);
    assert.deepEqual(leftOut, { threads: 'another answer' });
  });

  it('leaves out the strategy whose threads answer otherwise, and no other', () => {
    const { refused, leftOut, findings } = check(
      [single('0'), cluster(['0', '0']), threads(['1', '2'])],
      single('0'),
    );
    assert.equal(refused, undefined);
    assert.deepEqual(leftOut, { threads: 'another answer' });
    assert.match(findings[0]?.cells.threads ?? '', /^in each thread: it is 1, then 2$/);
  });

  it('refuses an answer that differs some seconds later, and with --answers-differ one of another size', () => {
    const dated = seen('single', '{"at":1}', [{}], { again: passedWith('{"at":3}') });
    assert.match(
      check([dated]).refused ?? '',
      /^a later call answers otherwise: at is 1, then 3; leave it out/,
    );
    assert.equal(check([dated], undefined, true).refused, undefined);
    const grown = seen('single', '"a"', [{}], { again: passedWith(`"${'a'.repeat(90)}"`) });
    assert.match(
      check([grown], undefined, true).refused ?? '',
      /^a later answer is of another kind, or of a size/,
    );
  });

  it('names a sample whose answer does not arrive, or is no JSON although its type says so', () => {
    const passed = (answer: Passed) => check([seen('single', '1', [{}], { passed: [answer] })]).refused ?? '';
    assert.match(
      passed(passedWith('body is no JSON', { status: 400, query: { sample: 'broken.json' } })),
      /^its answer does not arrive: sample=broken\.json: status 400, body is no JSON/,
    );
    assert.match(
      passed(passedWith('a')),
      /^its answer does not arrive: it is no JSON, which its --type announces/,
    );
  });

  it('names what the function prints, and one answer to all inputs', () => {
    const printed = ['one task', '(node:7) ExperimentalWarning: SQLite'];
    const one = seen('single', '1', [{}], { printed, passed: [passedWith('1'), passedWith('1')] });
    assert.deepEqual(
      check([one]).findings.map(({ what, cells }) => `${what}: ${cells.single}`),
      ['one answer to all inputs: 1', 'prints: 1 lines: one task'],
    );
  });

  it('says where a function works in one process alone', () => {
    const later = { name: 'Error', message: 'database is locked', own: { errcode: 5 } };
    const { leftOut, findings } = check([single('1'), seen('cluster', '1', [{ later }, {}])]);
    assert.deepEqual(leftOut, { cluster: 'fails while another worker runs it' });
    assert.match(findings[0]?.remedy ?? '', /^it works in one process alone/);
  });

  it('compares no answers with --answers-differ', () => {
    const all = [single('1', { differs: { path: '', one: '1', other: '2' } }), threads(['3', '4'])];
    const { findings, leftOut, refused } = check(all, single('5'), true);
    assert.deepEqual([findings, leftOut, refused], [[], {}, undefined]);
  });

  it('leaves out each strategy in which the module does not load, the function throws, or its answer does not arrive', () => {
    const failed = { name: 'Error', message: 'no', own: { code: 'E' } };
    const { leftOut, refused } = check([
      single('1'),
      seen('loads', '1', [], { loads: [{ pid: 1, threadId: 1, error: failed }] }),
      seen('throws', '1', [{ error: failed }]),
      seen('beside', '1', [{ later: failed }]),
      seen('passes', '1', [{}], { passed: [passedWith('no', { status: 500 })] }),
      seen('ends', '1', [], { problem: 'its process ended' }),
    ]);
    assert.deepEqual(leftOut, {
      loads: 'does not load',
      throws: 'throws',
      beside: 'fails while another worker runs it',
      passes: 'its answer does not arrive',
      ends: 'its service ends or does not answer',
    });
    assert.equal(refused, undefined, 'one strategy runs it');
  });

  it('is refused if it runs nowhere, with the first reason', () => {
    const error = { name: 'TypeError', message: 'undefined (reading json)', own: {} };
    const { refused, findings } = check([
      seen('single', '', [{ error, signature: '(req, res)' }], { passed: [] }),
    ]);
    assert.match(refused ?? '', /^throws: TypeError – undefined \(reading json\); it is a route handler by/);
    assert.match(findings[0]?.remedy ?? '', /route handler by its parameters, \(req, res\)/);
  });

  it('refuses a value that is lost, and mentions one that arrives as text', () => {
    const altered = { path: 'm', what: 'a Map', becomes: 'an empty object', instead: '[...map]' };
    assert.match(
      check([single('{}', { altered: { ...altered, isMild: false } })]).refused ?? '',
      /m is a Map/,
    );
    const mild = check([single('{}', { altered: { ...altered, isMild: true } })]);
    assert.equal(mild.refused, undefined);
    assert.equal(mild.findings.length, 1);
  });

  it('names a variable that the shell has and services lack, with the flag', () => {
    process.env.PRICE_TABLE_OF_THE_TEST = 'eu';
    const { findings } = check([single('1', { missing: ['PRICE_TABLE_OF_THE_TEST', 'NOT_THERE'] })]);
    delete process.env.PRICE_TABLE_OF_THE_TEST;
    assert.deepEqual(
      findings.map(({ what }) => what),
      ['reads variables of your shell'],
    );
    assert.match(findings[0]?.cells.single ?? '', /pass it on: --env PRICE_TABLE_OF_THE_TEST$/);
  });

  it('tells what stays after the calls of a single process, and deep values', () => {
    const { findings } = check([
      single('1', { keptBytes: 65_536, calls: 9, files: ['20 /a'], threads: 2, depth: 3_000 }),
    ]);
    assert.deepEqual(
      findings.map(({ what, cells }) => `${what}: ${cells.single}`),
      [
        'levels of its JSON: 3000',
        'leaves: 64 KiB behind in each call, 1 open files after 9 calls (20 /a)',
        'threads and processes of its own: starts 2 threads',
      ],
    );
  });

  it('ends with success if some strategy runs the function, unless another one was named', () => {
    const some = check([single('0'), threads(['1', '2'])], single('0'));
    assert.deepEqual([endOf(some, false), endOf(some, true)], ['all', 'some']);
    const none = check([single('1', { differs: { path: '', one: '1', other: '2' } })]);
    assert.deepEqual([endOf(none, false), endOf(none, true)], ['none', 'none']);
    assert.equal(endOf(check([]), false), 'none', 'no strategy is there');
  });
});
