import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { run } from '@cpu-bound/workload/test/child-process';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { examineWorkload } from '../../src/workload/examine.ts';
import { type LoadOptions, loadWatched } from '../../src/workload/load-watched.ts';

const from = temporaryFolder({ 'package.json': '{ "type": "module" }' });

const never = new AbortController().signal;
const EXPORTED = 'export const half = (n: number) => ({ half: n / 2 });';

/** An addon of the older kind, which registers itself as its library is opened. It needs no headers of Node.js. */
const ADDON = `
struct node_module { int version; unsigned flags; void *handle; const char *file; void (*init)(void *, void *, void *);
  void *context; const char *name; void *data; void *next; };
extern void node_module_register(void *);
static void init(void *exports, void *module, void *data) {}
static struct node_module self = { ${process.versions.modules}, 0, 0, "addon.c", init, 0, "addon", 0, 0 };
__attribute__((constructor)) static void add(void) { node_module_register(&self); }
`;

async function load(text: string, options: Partial<LoadOptions> = {}) {
  await writeFile(join(from, 'mine.ts'), `${text}\n${EXPORTED}`);
  return loadWatched({ specifier: './mine.ts#half?args=[4]', from }, { signal: never, ...options });
}

describe('a user’s own module, while it loads,', () => {
  for (const [what, text] of [
    ['computes for ever', 'while (true) {}'],
    ['waits for ever', 'setInterval(() => {}, 1000); await new Promise(() => {});'],
  ] as const) {
    it(`is announced, and ended at a limit that names it, if it ${what}`, async () => {
      const said: string[] = [];
      await assert.rejects(load(text, { slow: 100, longest: 400, onSlow: (line) => said.push(line) }), {
        name: 'WorkloadError',
        message: /^workload \.\/mine\.ts: did not end loading within 0\.4 s; let the module export/,
      });
      assert.deepEqual(said, ['loading ./mine.ts: still running after 0.1 s, and is ended after 0.4 s']);
    });
  }

  it('is described if it ends, without its code', async () => {
    const { name, headline, kernels } = await load('');
    assert.deepEqual([name, headline, kernels], ['half', {}, []]);
  });

  for (const [what, text, message] of [
    ['ends its process', 'process.exit(3);', /calls process\.exit\(3\), which would end a service; let /],
    [
      'waits for an event that cannot come',
      'await new Promise(() => {});',
      /waits for an event that never comes; /,
    ],
    [
      'has a promise that rejects, which it does not export',
      "Promise.reject(new Error('nobody waits'));",
      /nobody waits, at .*mine\.ts:\d+:\d+$/,
    ],
  ] as const)
    it(`is named if it ${what}`, () =>
      assert.rejects(load(text), ({ name, message: found }: Error) => {
        assert.equal(name, 'WorkloadError');
        assert.match(found, /^workload \.\/mine\.ts: /);
        assert.match(found, message);
        return true;
      }));

  it('is named with what to do if it starts a server, which each worker would start', async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const text = `import { createServer } from 'node:net'; createServer().listen(${port}, '127.0.0.1'); await new Promise(() => {});`;
    const message =
      /: listen EADDRINUSE: .*; each worker loads this module, which starts a server; move the function/;
    await assert.rejects(load(text), { name: 'WorkloadError', message });
  });

  it('is named with what to do if its native addon loads only once in a process', async (t) => {
    const source = join(from, 'addon.c');
    await writeFile(source, ADDON);
    const addon = join(from, 'addon.node');
    const compiled = run('cc', ['-shared', '-fPIC', '-o', addon, source]);
    if (!(await compiled.catch(() => undefined))) return t.skip('needs a C compiler for shared libraries');
    process.dlopen({ exports: {} }, addon);
    const text =
      "import { createRequire } from 'node:module'; createRequire(import.meta.url)('./addon.node');";
    const message =
      /Module did not self-register: .*; this native addon loads once in a process, .* Node-API, or/;
    await assert.rejects(load(text), { name: 'WorkloadError', message });
    // It was loaded before, and fails only in the thread that calls it.
    const specifier = join(from, 'mine.ts#half?args=[4]');
    const { problems } = await examineWorkload({ specifier, headline: {} }, never);
    assert.match(problems.join('\n'), message);
    assert.equal(problems.join('\n').match(/this native addon/g)?.length, 1);
  });

  it('can be interrupted', async () => {
    const controller = new AbortController();
    const loading = load('while (true) {}', {
      signal: controller.signal,
      slow: 50,
      onSlow: () => controller.abort(new Error('Ctrl-C')),
    });
    await assert.rejects(loading, { message: 'Ctrl-C' });
  });
});
