import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { asBuilt } from '@cpu-bound/measure/host/javascript';
import { FORMS, STRATEGIES } from '@cpu-bound/scaffold';
import { partsFile, partsOf } from '@cpu-bound/scaffold/parts';
import { memberManifest, packageManifest } from './manifests.ts';
import { packages, program, root, withPackageCommands } from './packages.ts';

const dist = resolve(import.meta.dirname, '../dist');

/** Templates stay TypeScript, as a reader's project gets them; only the commands in them are changed. */
const TEMPLATES = /\/templates\//;

// Builds the package that `npx` runs. Node.js does not strip types below `node_modules`, so each file becomes JavaScript,
// in the same folders.
await rm(dist, { recursive: true, force: true });
for (const { folder, manifest } of packages) {
  await write(join(folder, 'package.json'), json(memberManifest({ folder, manifest })));
  for await (const name of glob('src/**/*.{ts,css}', { cwd: join(root, folder) })) {
    const file = join(folder, name);
    const text = await readFile(join(root, file), 'utf8');
    if (file.endsWith('.ts') && !TEMPLATES.test(file)) await write(asBuilt(file), await program(text, file));
    else await write(file, withPackageCommands(text));
  }
}
for (const strategy of STRATEGIES)
  for (const language of ['ts', 'js'] as const)
    for (const form of FORMS)
      await write(partsFile(strategy, language, form), json(await partsOf(root, strategy, language, form)));
for (const file of ['LICENSE', 'packages/npx/README.md', 'packages/npx/src/bin.js'])
  await write(file.split('/').at(-1) ?? file, await readFile(join(root, file), 'utf8'));
await write('package.json', json(packageManifest(process.env)));

async function write(path: string, text: string): Promise<void> {
  const file = join(dist, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
