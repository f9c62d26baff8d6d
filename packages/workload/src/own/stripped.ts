import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import modules, { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FOLDER, nameOf } from './bundles.ts';

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
/** Matches a decorator where a member, a parameter or a statement begins. */
const DECORATOR = /(?:^|[{};(,])\s*@[A-Za-z_$]/m;

/**
 * Explains that a file has decorators whose metadata its project asks for, which no compiler of the bench writes. Such a
 * decorator would see no types, and do something else without an error.
 *
 * @returns undefined for a file without such decorators
 */
export function lacksMetadata(file: string, text: string): string | undefined {
  if (!DECORATOR.test(text.replaceAll(COMMENT, ''))) return undefined;
  // A service that runs what was built never needs it.
  const { getTsconfig } = require('get-tsconfig') as typeof import('get-tsconfig');
  const tsconfig = getTsconfig(dirname(file));
  if (!tsconfig?.config.compilerOptions?.emitDecoratorMetadata) return undefined;
  return `${relative(dirname(file), tsconfig.path)} sets emitDecoratorMetadata, and the bench removes types without it, so that decorators would see none; name the JavaScript that your project builds: --workload ./dist/…`;
}

/** The names of Node.js for the formats of TypeScript, and the format of each without types. */
const WITHOUT_TYPES: Readonly<Record<string, 'module' | 'commonjs'>> = {
  'module-typescript': 'module',
  'commonjs-typescript': 'commonjs',
};

const require = createRequire(import.meta.url);
let isServing = false;
/** True if a file had more than types, so that Node.js alone does not run this project. */
let isTransformed = false;
/** Matches the URL of a file itself, and not of its bundle. */
const FILE = /^file:[^?]*$/;
/** The CommonJS names that a bundler accepts in a module, unless the file makes them itself. */
const COMMON_JS = /^(?![\s\S]*createRequire)[\s\S]*(?<![.\w])(?:require\(|__dirname\b|__filename\b)/;

/**
 * Makes Node.js read the user's own TypeScript as JavaScript that is made once, in the folder that services inherit.
 * Otherwise each process would load a compiler, which takes some 29 MiB and a part of every start.
 * Files keep their addresses, so that imports by a variable begin at them, and each file is loaded once.
 */
export function serveStripped(): void {
  if (isServing || !process.env[FOLDER] || !modules.registerHooks) return;
  isServing = true;
  modules.registerHooks({
    load(url, context, nextLoad) {
      const format = WITHOUT_TYPES[context.format ?? ''];
      const source = format && FILE.test(url) ? sourceOf(fileURLToPath(url)) : undefined;
      if (source?.includes(SOURCE_MAP)) {
        isTransformed = true;
        modules.setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
      }
      if (isTransformed && format === 'module' && COMMON_JS.test(source ?? ''))
        throw Object.assign(new Error(`${url}: has \`require\` in a module, and needs bundling`), {
          code: 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
        });
      return format && source !== undefined ? { format, source, shortCircuit: true } : nextLoad(url, context);
    },
  });
}

/**
 * Finds or makes the JavaScript of a file by its content, so that it is never older than the file. It is undefined if
 * the types cannot be removed; then Node.js reports the reason.
 */
function sourceOf(file: string): string | undefined {
  const text = readFileSync(file, 'utf8');
  const made = join(process.env[FOLDER] ?? '', nameOf(`${file}\0${text}`));
  if (existsSync(made)) return readFileSync(made, 'utf8');
  const source = withoutTypes(text, file);
  if (source === undefined) return undefined;
  const temporary = `${made}.${crypto.randomUUID()}.tmp`;
  writeFileSync(temporary, source);
  renameSync(temporary, made);
  return source;
}

const SOURCE_MAP = '\n//# sourceMappingURL=data:application/json;base64,';

/** Removes types, and keeps line numbers. A file with an enum or the like gets a source map instead. */
function withoutTypes(text: string, filename: string): string | undefined {
  const { transformSync } = require('amaro') as typeof import('amaro');
  try {
    return transformSync(text, { mode: 'strip-only' }).code;
  } catch {}
  const problem = lacksMetadata(filename, text);
  if (problem !== undefined) throw new Error(problem);
  try {
    const { code, map = '' } = transformSync(text, { mode: 'transform', sourceMap: true, filename });
    return `${code}${SOURCE_MAP}${Buffer.from(map).toString('base64')}`;
  } catch {
    return undefined;
  }
}
