import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { commandLine } from '@cpu-bound/study/analyse/commands';
import { UsageError } from '@cpu-bound/study/config/config';
import { routeOf } from '@cpu-bound/workload';
import writeFileAtomic from 'write-file-atomic';

const EXTENSIONS = /\.(ts|mts|js|mjs)$/;

/** The kinds of input that a request can bring: each has a template. */
const KINDS = ['query', 'json', 'octets'] as const;
export type InitFlags = { readonly [kind in (typeof KINDS)[number]]?: true };

/** `bench init ./mine.ts` writes a commented workload, in which the user replaces the function. */
export async function initCommand(path: string, flags: InitFlags, cwd: string): Promise<string> {
  const file = resolve(cwd, path);
  if (!EXTENSIONS.test(file))
    throw new UsageError([`${path}: accepted: a file that ends in .ts, .mts, .js or .mjs`]);
  if (existsSync(file)) throw new UsageError([`${path}: exists; accepted: a file that does not exist yet`]);
  const [kind = 'query', ...others] = KINDS.filter((name) => flags[name]);
  if (others.length > 0)
    throw new UsageError([`--${kind} and --${others.join(', --')}: accepted: one of them`]);
  const name = routeOf(basename(file).replace(EXTENSIONS, ''));
  const template = await readFile(new URL(`./templates/${kind}.ts`, import.meta.url), 'utf8');
  const text = template.replace("name: 'mine'", `name: '${name}'`);
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, /\.m?ts$/.test(file) ? text : withoutTypes(text));
  return `wrote ${path}: put your function into it, then\n  ${commandLine({ workload: path })}\n  npx -y pnpm@12 bench adr`;
}

/** Removes the types of a template; only its parameters have types. */
const withoutTypes = (text: string) =>
  text.replaceAll(/\??: (?:\{ \w+\??: [\w[\]]+ \}|Uint8Array|object)(?=[,)])/g, '');
