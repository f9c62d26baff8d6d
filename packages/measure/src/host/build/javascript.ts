/** Matches a text that may name a module or a file, in code that the formatter has been over. */
const SPECIFIER = /(?<=')[\w./-]+\.ts(?=')|(?<=\bfrom ')[\w@./-]+(?=')|(?<=')@[\w-]+\/[\w./-]+(?=')/g;

/**
 * A file of TypeScript as JavaScript: what Node.js itself makes of it, by the same library, with spaces for types, so
 * that lines and columns stay.
 *
 * @param renamed another name for a module or a file that the text names; undefined where it stays
 * @throws Error where it has syntax that is not only types
 */
export async function javascript(
  text: string,
  renamed: (specifier: string) => string | undefined,
): Promise<string> {
  // Only a clone has something to build.
  const { transformSync } = await import('amaro');
  const { code } = transformSync(text, { mode: 'strip-only' });
  return code.replace(SPECIFIER, (specifier) => renamed(specifier) ?? specifier);
}

/** The same path with the ending that it has once it is built. */
export const asBuilt = (path: string): string => path.replace(/\.ts$/, '.js');
