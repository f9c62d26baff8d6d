import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { COPIED_IN, copyOf, root } from './contents.ts';
import { packages } from './packages.ts';

/** Defines `require`, for CommonJS in a module. */
const BANNER = [
  "import { createRequire } from 'node:module';",
  'const require = createRequire(import.meta.url);',
].join(' ');

/** Bundles each package that is copied in, and writes the licences of all bundled packages. */
export async function copyIn(dist: string): Promise<void> {
  const inputs: string[] = [];
  for (const [name, exported] of Object.entries(COPIED_IN)) {
    const { metafile } = await build({
      stdin: { contents: `export { ${exported} } from '${name}';`, resolveDir: whereInstalled(name) },
      outfile: join(dist, copyOf(name)),
      absWorkingDir: root,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node22',
      banner: { js: BANNER },
      legalComments: 'none', // LICENSES.txt has them
      metafile: true,
      logLevel: 'error',
    });
    inputs.push(...Object.keys(metafile.inputs));
  }
  await writeFile(join(dist, 'copied/LICENSES.txt'), await licencesOf(inputs));
}

/** Finds the folder of the package that depends on it. */
function whereInstalled(name: string): string {
  const owner = packages.find(({ manifest }) => manifest.dependencies?.[name] !== undefined);
  if (!owner) throw new Error(`${name}: no package depends on it; remove it from COPIED_IN`);
  return join(root, owner.folder);
}

async function licencesOf(inputs: readonly string[]): Promise<string> {
  const folders = new Set(
    inputs.flatMap((file) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  const byText = new Map<string, string[]>();
  for (const folder of [...folders].sort()) {
    const { name, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    const files = globSync('{LICEN[CS]E,NOTICE}*', { cwd: resolve(root, folder) });
    const texts = await Promise.all(files.sort().map((file) => readFile(join(root, folder, file), 'utf8')));
    const text = texts.length > 0 ? texts.join('\n').trim() : `${license}, without a text of its own`;
    byText.set(text, [...(byText.get(text) ?? []), name]);
  }
  return [...byText]
    .map(([text, names]) => `${names.join(', ')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}
