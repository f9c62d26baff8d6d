import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  type DataObject,
  inputOf,
  isInvalidParameter,
  loadWorkload,
  ownSources,
  type Query,
  requestsFor,
  rotationOf,
  WorkloadError,
  withInputs,
} from '../src/index.ts';
import { refusalOf } from './fixtures/refusal.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

const folder = temporaryFolder({
  'package.json': '{ "type": "module" }',
  'src/work.ts': `
      export const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
      export const countWords = async ({ text }: { text: string }) => ({ words: text.split(' ').length });
      export const reverse = (octets: Buffer) => Buffer.from(octets.toString('latin1').split('').reverse().join(''), 'latin1');
      export const add = (a: number, b: number) => ({ sum: a + b });
      export const nothing = () => {};
      export const drain = (numbers: number[]) => { let sum = 0; while (numbers.length > 0) sum += numbers.pop()!; return { sum }; };
      export const pages = { escape: (t: string) => t.replace('<', '&lt;'), render(t: string) { return { html: this.escape(t) }; } };
      const page = new Uint8Array(2 ** 20);
      export const encode = (value: number) => page.fill(value).subarray(0, 2);
      export const image = (value: number) => ({ width: 2, octets: encode(value) });
      export const zero = (octets: Buffer) => { const sum = octets[0]! + octets[1]!; octets.fill(0); return { sum }; };
      export const metrics = () => ({ none: 0 });
      export const rate = 0.19;
      export default (n: number) => ({ double: 2 * n });`,
  'commonjs/package.json': '{ "type": "commonjs" }',
  'commonjs/pages.js': `module.exports = {
      escape(text) { return text.replace('<', '&lt;'); },
      render(text) { return { html: this.escape(text) }; },
    };`,
  'samples/short.json': '{ "text": "one two" }',
  'samples/long.json': '{ "text": "one two three four" }',
  'samples/longest.json': '{ "text": "one two three four five six seven" }',
  'numbers.json': '[1, 2, 3]',
  'arguments.json': '[[1, 2, 3]]',
  'image.bin': Uint8Array.of(1, 2, 255),
  'broken.json': '{',
  'brackets/v[12].json': '"a b"',
  'brackets/v1.json': '"a"',
  ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`many/${at}.bin`, Buffer.alloc(at + 1)])),
  'links/right.json': '1',
});

type Inputs = Parameters<typeof withInputs>[1];
const load = (name: string, inputs: Inputs) =>
  loadWorkload(withInputs(`./src/work.ts${name}`, inputs, folder), folder);

async function answer(name: string, inputs: Inputs, query?: Query) {
  const workload = await load(name, inputs);
  return workload.run(inputOf(workload, query ?? workload.headline));
}

const refusal = async (name: string, inputs: Inputs) =>
  (await refusalOf(load(name, inputs), WorkloadError)).message;

describe('a function by itself', () => {
  it('is called with the JSON of a body', async () =>
    assert.deepEqual(await answer('#countWords', { body: 'samples/short.json' }), { words: 2 }));

  it('is called with the octets of a body, and gives octets', async () => {
    const { octets } = (await answer('#reverse', { body: 'image.bin' })) as DataObject;
    assert.deepEqual([...(octets as Uint8Array)], [255, 2, 1]);
  });

  it('is called with arguments', async () =>
    assert.deepEqual(await answer('#add', { args: '[1, 2]' }), { sum: 3 }));

  it('is called with arguments from a file, which a page and a command name by its path', async () => {
    assert.deepEqual(await answer('#sum', { args: '@arguments.json' }), 6);
    const specifier = withInputs('./src/work.ts#sum', { args: '@arguments.json' }, folder);
    assert.match(specifier, /\?args=%40\.\.%2Farguments\.json$/);
  });

  it('is the default export if no name is given', async () =>
    assert.deepEqual(await answer('', { args: '[21]' }), { double: 42 }));

  it('answers with what it returns, also if that is no object', async () =>
    assert.equal(await answer('#sum', { body: 'numbers.json' }), 6));

  it('may name the media type of its answers', async () => {
    const workload = await load('#sum', { args: '[1]', type: 'text/css; charset=utf-8' });
    assert.equal(workload.answerType, 'text/css; charset=utf-8');
    assert.match(await refusal('#sum', { args: '[1]', type: 'html' }), /--type html: accepted: a media type/);
  });

  it('has a route after its name, and none that a service already has', async () => {
    const { name } = await load('#countWords', { body: 'samples/short.json' });
    const other = await load('#metrics', { args: '[]' });
    assert.deepEqual([name, other.name], ['count-words', 'my-metrics']);
  });

  it('refuses a body that is no JSON, as a client’s fault', async () => {
    const workload = await load('#sum', { body: 'numbers.json' });
    for (const body of [undefined, Buffer.from('{'), Uint8Array.of(255)])
      assert.throws(() => workload.parse({}, body), isInvalidParameter);
  });

  it('fails with a sentence if it returns nothing', async () =>
    assert.rejects(async () => answer('#nothing', { args: '[]' }), /nothing of work\.ts returns nothing/));

  it('loads from anywhere by the specifier that a run keeps', async () => {
    const specifier = withInputs('./src/work.ts#countWords', { body: './samples/../samples/*.json' }, folder);
    assert.match(specifier, /\/src\/work\.ts#countWords\?body=\.\.%2Fsamples%2F\*\.json$/);
    const { headline } = await loadWorkload(specifier, '/');
    assert.deepEqual(headline, { sample: 'all' });
  });
});

describe('several samples', () => {
  it('are a cycle of requests in the headline, and the sizes from small to large', async () => {
    const workload = await load('#countWords', { body: 'samples/*.json' });
    const { headline, sizes } = workload;
    assert.deepEqual(headline, { sample: 'all' });
    const names = ['short.json', 'long.json', 'longest.json'];
    const rotation = rotationOf(workload, headline);
    assert.deepEqual(
      rotation,
      names.map((sample) => ({ sample })),
    );
    const queries = sizes.map(({ query }) => query);
    assert.deepEqual(
      queries,
      names.map((sample) => ({ sample })),
    );
    const labels = sizes.map(({ label }) => label);
    assert.deepEqual(labels, ['short.json, 21 B', 'long.json, 32 B', 'longest.json, 47 B']);
    const answers = sizes.map(({ query }) => workload.run(inputOf(workload, query)));
    assert.deepEqual(await Promise.all(answers), [{ words: 2 }, { words: 4 }, { words: 7 }]);
  });

  it('may be a single file', async () => {
    const workload = await load('#countWords', { body: 'samples/short.json' });
    assert.deepEqual(rotationOf(workload, workload.headline), [{ sample: 'short.json' }]);
  });

  it('are one file whose name is the pattern itself', async () => {
    const workload = await load('#countWords', { body: 'brackets/v[12].json' });
    assert.deepEqual(rotationOf(workload, workload.headline), [{ sample: 'v[12].json' }]);
  });

  it('have five sizes, the smallest and the largest among them, if they are many', async () => {
    const workload = await load('#reverse', { body: 'many/*' });
    const samples = workload.sizes.map(({ query }) => query.sample);
    assert.deepEqual(samples, ['0.bin', '5.bin', '10.bin', '14.bin', '19.bin']);
    assert.equal(rotationOf(workload, workload.headline).length, 20);
  });
});

describe('a mistake in a function by itself is explained in a sentence:', () => {
  const wrong: readonly [string, string, Inputs, RegExp][] = [
    [
      'it is not exported',
      '#render',
      { args: '[]' },
      /#render: is no function that it exports; accepted: add/,
    ],
    ['it is no function', '#rate', { args: '[]' }, /#rate: is no function that it exports/],
    ['it has no arguments', '#sum', {}, /#sum: names no arguments; accepted: --body sample\.json .*--args/],
    ['no file matches', '#sum', { body: 'nowhere/*.json' }, /--body .*\*\.json: no file is called so, seen/],
    [
      'samples are of two kinds',
      '#sum',
      { body: '*.{json,bin}' },
      /: accepted: files that all end in \.json/,
    ],
    ['a file is not there', '#sum', { body: 'nowhere' }, /work\.ts#sum: --body /],
    ['arguments are no JSON', '#add', { args: '1, 2' }, /--args 1, 2: accepted: a JSON array, such as/],
    ['arguments are no list', '#add', { args: '{}' }, /--args \{\}: accepted: a JSON array, such as/],
  ];
  for (const [what, name, inputs, message] of wrong)
    it(what, async () => assert.match(await refusal(name, inputs), message));

  it('its file is a URL, or begins with a ~ that the shell has left', async () => {
    const refused = (file: string) => () => requestsFor(`${file}#f?args=%5B%5D`, folder);
    assert.throws(
      refused('file:///home/me/f.js'),
      /no such file, .*; name a path, not a URL: \/home\/me\/f\.js#f$/,
    );
    assert.throws(refused('~/f.js'), /; a shell replaces ~ outside of quotes alone: "\$HOME\/f\.js#f"$/);
  });

  it('a sample is a link to a file that does not exist', async () => {
    await symlink('nowhere.json', join(folder, 'links/broken.json'));
    const message = /--body \.\.\/links\/.*: .*\/links\/broken\.json is a link to a file that is not there/;
    for (const body of ['links/*.json', 'links/broken.json'])
      assert.match(await refusal('#sum', { body }), message);
  });
});

describe('the fingerprint of a function with its samples', () => {
  const files = {
    'own.ts': "import { half } from './half'; export const own = (n: number) => half(n);",
    'half.ts': 'export const half = (n: number) => n / 2;',
    'one.json': '1',
  };
  const print = async (own: string) => {
    const specifier = `${join(own, 'own.ts')}#own?body=one.json`;
    return ownSources(specifier, await loadWorkload(specifier));
  };

  it('is the same wherever its files lie', async () => {
    const [here, elsewhere] = [await print(temporaryFolder(files)), await print(temporaryFolder(files))];
    assert.match(here ?? '', /^[0-9a-f]{64}$/);
    assert.equal(elsewhere, here);
  });

  it('changes with the file of its arguments', async () => {
    const specifier = withInputs('./src/work.ts#sum', { args: '@changing.json' }, folder);
    const prints = new Set();
    for (const args of ['[[1]]', '[[2]]']) {
      await writeFile(join(folder, 'changing.json'), args);
      prints.add(await ownSources(specifier, await loadWorkload(specifier)));
    }
    assert.equal(prints.size, 2);
  });

  it('changes with a file that it imports, and with a sample', async () => {
    const own = temporaryFolder(files);
    const first = await print(own);
    assert.equal(await print(own), first);
    await writeFile(join(own, 'one.json'), '2');
    const second = await print(own);
    assert.notEqual(second, first);
    await writeFile(join(own, 'half.ts'), 'export const half = (n: number) => n / 3;');
    assert.notEqual(await print(own), second);
  });
});

describe('a user’s own function', () => {
  for (const [what, name, inputs, sum] of [
    ['arguments', '#drain', { args: '[[1, 2, 3]]' }, 6],
    ['octets', '#zero', { body: 'image.bin' }, 3],
  ] as const)
    it(`gets ${what} of its own in each call, which it may change`, async () => {
      const workload = await load(name, inputs);
      for (let call = 0; call < 2; call++)
        assert.deepEqual(await workload.run(inputOf(workload, workload.headline)), { sum });
    });

  it('may fill the same buffer for each answer: earlier answers keep their octets, and no other memory', async () => {
    for (const name of ['#encode', '#image']) {
      const [first, second] = await Promise.all(
        ['[1]', '[2]'].map(
          async (args) => ((await answer(name, { args })) as DataObject).octets as Uint8Array,
        ),
      );
      assert.deepEqual(
        [[...(first ?? [])], [...(second ?? [])]],
        [
          [1, 1],
          [2, 2],
        ],
      );
      assert.equal(first?.buffer.byteLength, 2);
    }
  });

  it('is called as a method of the object that exports it, and not of the global object', async () => {
    assert.deepEqual(await answer('#pages.render', { args: '["<b>"]' }), { html: '&lt;b>' });
    const specifier = withInputs('./commonjs/pages.js#render', { args: '["<b>"]' }, folder);
    const workload = await loadWorkload(specifier, folder);
    assert.deepEqual(await workload.run(inputOf(workload, workload.headline)), { html: '&lt;b>' });
  });

  it('may return octets of another realm', async () => {
    const made = "require('node:vm').runInNewContext('new Uint8Array([1, 2])')";
    await writeFile(
      join(folder, 'realm.cjs'),
      `exports.whole = () => ${made}; exports.field = () => ({ octets: ${made} });`,
    );
    for (const name of ['whole', 'field']) {
      const workload = await loadWorkload(withInputs(`./realm.cjs#${name}`, { args: '[]' }, folder), folder);
      assert.deepEqual(await workload.run(inputOf(workload, {})), { octets: new Uint8Array([1, 2]) });
    }
  });

  it('is named as a method if an instance of a class is named, and no class is', async () => {
    const text = 'export class Report { build() { return this.n; } }\nexport const reports = new Report();\n';
    await writeFile(join(folder, 'reports.mjs'), text);
    await assert.rejects(
      loadWorkload(withInputs('./reports.mjs#reports', { args: '[]' }, folder), folder),
      /#reports: is no function that it exports; accepted: reports\.build$/,
    );
  });

  it('is refused with the names of all functions if none has its name', async () => {
    assert.match(
      await refusal('#pages.print', { args: '[]' }),
      /#pages\.print: is no function that it exports; accepted: .*\badd\b.*pages\.escape, pages\.render/,
    );
  });
});
