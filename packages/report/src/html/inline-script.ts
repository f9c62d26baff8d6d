import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** The page's script and what it imports, each after what it needs itself. */
const FILES = [
  import.meta.resolve('@cpu-bound/study/decide/rank'),
  ...['../decision/choice.ts', './browser/chart.ts', './browser/page.ts'].map(
    (file) => new URL(file, import.meta.url).href,
  ),
];

/**
 * One script out of modules that name everything differently: a page that is opened from a file can import nothing.
 * The imports are dropped, for what they name stands before them; so are the exports.
 */
export const inlineScript = (): string =>
  `(() => {\n'use strict';\n${FILES.map(plainScript).join('\n')}\n})();`;

const plainScript = (file: string): string =>
  withoutTypes(readFileSync(new URL(file), 'utf8'))
    .replace(/^import [^;]*;$/gm, '')
    .replace(/^export /gm, '')
    .trim();

/** Node warns that it may change this some day; the runtime is pinned, and whoever reads a report can do nothing about it. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
