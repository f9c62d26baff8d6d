import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isInvalidParameter, loadWorkload, primes, WorkloadError } from '../src/index.ts';
import digits from './fixtures/digits.ts';
import { refusalOf } from './fixtures/refusal.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const folder = temporaryFolder();

/** Writes a module with this source; its name describes its mistake. */
async function write(name: string, source: string): Promise<string> {
  await writeFile(join(folder, name), source);
  return `./${name}`;
}

/** Writes the fields of a workload as source code, with one or more of them replaced. */
function workload(changes: Record<string, string> = {}): string {
  const fields = {
    name: "'halves'",
    parse: '({ n }) => ({ n: Number(n) })',
    run: '({ n }) => ({ half: n / 2 })',
    verify: '({ n }, { half }) => half * 2 === n',
    headline: "{ n: '4' }",
    sizes: "[{ label: 'small', query: { n: '2' } }]",
    ...changes,
  };
  return `export default { ${Object.entries(fields)
    .map(([field, value]) => `${field}: ${value}`)
    .join(', ')} };`;
}

async function refusal(specifier: string): Promise<string> {
  const { message } = await refusalOf(loadWorkload(specifier, folder), WorkloadError);
  assert.doesNotMatch(message, /\n/, 'one line');
  return message;
}

describe('loadWorkload', () => {
  it('loads the built-in workload by its name', async () => {
    assert.equal(await loadWorkload('primes'), primes);
  });

  it('loads the default export of a file, relative to the folder that is given', async () => {
    assert.equal(await loadWorkload('./digits.ts', fixtures), digits);
    assert.equal(await loadWorkload('fixtures/digits.ts', import.meta.dirname), digits);
    assert.equal(await loadWorkload(join(fixtures, 'digits.ts')), digits);
  });

  it('does not mistake a property of every object for a built-in workload', async () => {
    assert.match(await refusal('constructor'), /^workload constructor: does not load/);
  });

  it('reports a file that does not exist, and what is accepted', async () => {
    const message = await refusal('./nowhere.ts');
    assert.match(message, /^workload \.\/nowhere\.ts: does not load \(.*nowhere\.ts/);
    assert.match(message, /accepted: primes, records, compress, scrypt, payload, or the path of a module/);
  });

  it('reports a file of a function that does not exist, without the built-in workloads', async () =>
    assert.equal(
      await refusal('./nowhere.ts#render?args=[]'),
      `workload ./nowhere.ts#render: no such file, seen from ${folder}`,
    ));

  it('reports the error that a file throws when it is imported', async () => {
    const file = await write('throws.mjs', "throw new Error('no licence\\nsecond line');");
    assert.match(
      await refusal(file),
      /^workload \.\/throws\.mjs: does not load \(no licence second line, at throws\.mjs:1:7\)$/,
    );
  });

  it('reports a missing default export, or one that is no object', async () => {
    const missing = await write('missing.mjs', `export const workload = 1;`);
    assert.match(await refusal(missing), /missing\.mjs: has no default export that is a workload object/);
    const callable = await write('callable.mjs', 'export default () => 1;');
    assert.match(await refusal(callable), /callable\.mjs: has no default export that is a workload object/);
  });

  const wrong: [string, string, string][] = [
    ['name', "'Two Words'", 'a name that is no route'],
    ['name', "'metrics'", 'the name of a route that every service has'],
    ['name', 'undefined', 'no name'],
    ['parse', '{}', 'a parse that is no function'],
    ['run', 'undefined', 'no run'],
    ['verify', 'true', 'a verify that is no function'],
    ['headline', "'n=4'", 'a headline that is text'],
    ['headline', '{ n: 4 }', 'a headline with a number'],
    ['headline', 'null', 'a headline that is null'],
    ['sizes', '[]', 'no sizes'],
    ['sizes', "{ label: 'small', query: {} }", 'sizes that are no list'],
    ['sizes', "[{ label: '', query: {} }]", 'a size without a label'],
    ['sizes', "[{ label: 'small', query: { n: 2 } }]", 'a size with a number in its query'],
  ];
  for (const [index, [field, value, what]] of wrong.entries()) {
    it(`refuses ${what}, naming the file and the field`, async () => {
      const message = await refusal(await write(`wrong-${index}.mjs`, workload({ [field]: value })));
      assert.match(message, new RegExp(`^workload \\./wrong-${index}\\.mjs: ${field}: must be `));
      assert.doesNotMatch(message, /; /, 'nothing else is wrong');
    });
  }

  it('names every field that is wrong, in one message', async () => {
    const message = await refusal(await write('empty.mjs', 'export default {};'));
    for (const field of ['name', 'parse', 'run']) {
      assert.match(message, new RegExp(`[:;] ${field}: must be `));
    }
  });

  it('names an optional field that is present and wrong', async () => {
    const wrong = workload({ verify: '1', headline: '[]', sizes: '[]', scale: '{}' });
    const message = await refusal(await write('wrong.mjs', wrong));
    for (const field of ['verify', 'headline', 'sizes', 'scale'])
      assert.match(message, new RegExp(`[:;] ${field}: must be .*or absent`));
  });

  it('refuses a workload whose own queries do not pass its own parse, naming each', async () => {
    const picky = "({ n }) => { if (n !== '3') throw new Error('not 3'); return { n: 3 }; }";
    const message = await refusal(await write('picky.mjs', workload({ parse: picky })));
    assert.match(message, /headline: its own parse refuses it \(not 3\)/);
    assert.match(message, /sizes\.small: its own parse refuses it \(not 3\)/);
  });
});

it('a file from outside refuses a parameter by the fields of its error', async () => {
  const loaded = await loadWorkload('./digits.ts', fixtures);
  assert.throws(() => loaded.parse({ upTo: 'ten' }), isInvalidParameter);
});
