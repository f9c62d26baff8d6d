import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import modules from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FOLDER, nameOf } from './folder.ts';

/** How Node.js names a file of TypeScript that needs nothing but its types removed, and the same without them. */
const WITHOUT_TYPES: Readonly<Record<string, 'module' | 'commonjs'>> = {
  'module-typescript': 'module',
  'commonjs-typescript': 'commonjs',
};

type Strip = (text: string) => string;
let isServing = false;
let strip: Strip | undefined;

/**
 * From now on the user's own TypeScript is read as JavaScript that was made once, in the folder that services inherit.
 * Otherwise each process would load a compiler, which takes some 29 MiB, and a part of every start. Files keep their
 * addresses.
 */
export function serveStripped(): void {
  if (isServing || !process.env[FOLDER] || !modules.registerHooks) return;
  isServing = true;
  modules.registerHooks({
    load(url, context, nextLoad) {
      const format = WITHOUT_TYPES[context.format ?? ''];
      const source = format && url.startsWith('file:') ? sourceOf(fileURLToPath(url)) : undefined;
      return format && source !== undefined ? { format, source, shortCircuit: true } : nextLoad(url, context);
    },
  });
}

/** Makes what services will read, of each file that is loaded from now on: for the process that starts them. */
export async function makeStripped(): Promise<void> {
  const { transformSync } = await import('amaro');
  strip = (text) => transformSync(text, { mode: 'strip-only' }).code;
  serveStripped();
}

/**
 * By the content of the file, so that it is never older than that. Undefined where it was not made, and where the file
 * has more than types: Node.js says what is wrong with it.
 */
function sourceOf(file: string): string | undefined {
  const text = readFileSync(file, 'utf8');
  const made = join(process.env[FOLDER] ?? '', nameOf(`${file}\0${text}`));
  if (existsSync(made)) return readFileSync(made, 'utf8');
  if (!strip) return undefined;
  try {
    const source = strip(text);
    const whole = `${made}.${crypto.randomUUID()}.tmp`;
    writeFileSync(whole, source);
    renameSync(whole, made);
    return source;
  } catch {
    return undefined;
  }
}
