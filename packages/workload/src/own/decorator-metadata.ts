import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path';

const require = createRequire(import.meta.url);

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
