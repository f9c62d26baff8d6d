import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { execFileSync } from './fixtures/child-process.ts';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

const INDEX = import.meta.resolve('../src/index.ts');

/** Writes code that loads the user's function and calls it. */
const load = (folder: string) => `
  const { loadWorkload } = await import(${JSON.stringify(INDEX)});
  const workload = await loadWorkload('./mine.ts#half?args=[4]', ${JSON.stringify(folder)});
  const printed = JSON.stringify(await workload.run(workload.parse({})));`;

/** Writes code that lists the files whose types Node.js removes itself: this earlier hook is not called for others. */
const listStripped = (folder: string) => `
  const strippedByNode = [];
  (await import('node:module')).registerHooks({
    load(url, context, next) {
      if (url.startsWith(${JSON.stringify(pathToFileURL(folder).href)}) && url.endsWith('.ts')) strippedByNode.push(url.split('/').at(-1));
      return next(url, context);
    },
  });`;

it('the user’s own TypeScript is built once for a bench and its services, and keeps its address', async (t) => {
  const files = {
    'package.json': '{ "type": "module" }',
    'factor.ts': 'export const factor: number = 0.5;\n',
    'mine.ts': `import { factor } from './factor.ts';
export const half = (n: number): object => ({ half: n * factor, at: import.meta.url });\n`,
  };
  const folder = temporaryFolder(files, t);
  const service = join(folder, 'service.mjs');
  writeFileSync(
    service,
    `${listStripped(folder)}\n${load(folder)}\nconsole.log(printed, strippedByNode.join());\n`,
  );
  const bench = `const { ownFolder } = await import(${JSON.stringify(INDEX)}); await ownFolder();
    ${load(folder)}
    const { execFileSync } = await import('node:child_process');
    const started = () => console.log(execFileSync(process.execPath, [${JSON.stringify(service)}], { encoding: 'utf8' }).trim());
    console.log(printed);
    started();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(${JSON.stringify(join(folder, 'factor.ts'))}, 'export const factor: number = 100;');
    started();`;
  const env = { WORKLOAD_BUNDLES: '' };
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', bench], {
    encoding: 'utf8',
    env,
  });
  const answer = (half: number) => JSON.stringify({ half, at: pathToFileURL(join(folder, 'mine.ts')).href });
  const [own, first, changed] = printed.trim().split('\n');
  assert.deepEqual([own, first], [answer(2), answer(2)]);
  assert.equal(changed, answer(400), 'a changed file is read with its old content');
});

it('a file with enums that is imported by a variable gets the same instances of its imports', async (t) => {
  const files = {
    'package.json': '{ "type": "module" }',
    'mine.ts': `import { rules } from './rules.ts';
enum Rule { Half = 'half' }
export async function half(n: number) {
  const file: string = \`./\${Rule.Half}.ts\`;
  await import(file);
  return { half: rules.get('half')?.(n) };
}\n`,
    'rules.ts': 'export const rules = new Map<string, (n: number) => number>();\n',
    'half.ts': `import { rules } from './rules.ts';
enum By { Two = 2 }
rules.set('half', (n) => n / By.Two);\n`,
    'service.mjs': `${load('.')}\nconsole.log(printed);\n`,
  };
  const folder = temporaryFolder(files, t);
  const bench = `const { ownFolder } = await import(${JSON.stringify(INDEX)}); await ownFolder();
    ${load('.')}
    const { execFileSync } = await import('node:child_process');
    console.log(printed, execFileSync(process.execPath, ['service.mjs'], { encoding: 'utf8' }).trim());`;
  const env = { WORKLOAD_BUNDLES: '' };
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', bench], { cwd: folder, env });
  assert.equal(printed.toString().trim(), '{"half":2} {"half":2}');
});
