import { SourceMap } from 'node:module';
import { init, parse } from 'es-module-lexer';

/**
 * Begins an import of a bundle that Node.js resolves: `imported-by:<URL of the file that it was written in> <name>`.
 * The file may be in another package than the one that the bundle is named after.
 */
export const IMPORTED_BY = 'imported-by:';

/** The symbol under which `globalThis` has the import function, because a bundle can import nothing of ours by name. */
export const OWN_IMPORT = Symbol.for('own-import');

const RESOLVE = 'import.meta.resolve';

/**
 * The first line of a bundle: it defines `require` for modules outside of it, and the function that `beginAtTheirFile`
 * calls.
 */
export const BANNER = [
  "import { createRequire as __ownRequire } from 'node:module';",
  'var require = __ownRequire(import.meta.url), __ownRequires = {};',
  'var __ownRequireAt = (file) => __ownRequires[file] ??= __ownRequire(new URL(file, import.meta.url));',
  `var __ownResolveAt = (file) => (name) => import.meta.resolve(\`${IMPORTED_BY}\${new URL(file, import.meta.url)} \${name}\`);`,
  'var __ownImportAt = (file, ...of) => globalThis[Symbol.for("own-import")](new URL(file, import.meta.url), ...of);',
].join(' ');

/**
 * Makes `import(variable)` and `require(variable)` of a bundle begin at the file that they were written in, and not at
 * the bundle's. They are found in esbuild's output, and their files by its source map.
 *
 * @param text the output of esbuild with an inline source map
 */
export async function beginAtTheirFile(text: string): Promise<string> {
  const [, map] = /^\/\/# sourceMappingURL=data:application\/json;base64,(\S+)/m.exec(text) ?? [];
  if (map === undefined) return text;
  await init;
  const sources = new SourceMap(JSON.parse(Buffer.from(map, 'base64').toString()));
  /** Finds the file of a line; undefined for esbuild's own lines. */
  const fileAt = (index: number): string | undefined => {
    const before = text.slice(0, index).split('\n');
    const entry = sources.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
    return 'originalSource' in entry ? JSON.stringify(entry.originalSource) : undefined;
  };
  const imports = parse(text)[0].flatMap((imported) => {
    const { importStart: from, start } = imported;
    const isByVariable =
      imported.type === 'dynamic' &&
      (imported.specifier === undefined || imported.glob) &&
      imported.phase === null;
    if (isByVariable) return [{ from, to: start, by: '__ownImportAt(', rest: ', ' }];
    return imported.type === 'import-meta' && text.startsWith(RESOLVE, from)
      ? [{ from, to: from + RESOLVE.length, by: '__ownResolveAt(', rest: ')' }]
      : [];
  });
  const requires = [...text.matchAll(/\b__require\b/g)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    by: '__ownRequireAt(',
    rest: ')',
  }));
  return [...imports, ...requires]
    .sort((a, b) => b.from - a.from)
    .reduce((made, { from, to, by, rest }) => {
      const file = fileAt(from);
      return file === undefined ? made : made.slice(0, from) + by + file + rest + made.slice(to);
    }, text);
}
