/** Matches a text that may name a module or a file, in code that the formatter has been over. */
const SPECIFIER = /(?<=')[\w./-]+\.ts(?=')|(?<=\bfrom ')[\w@./-]+(?=')|(?<=')@[\w-]+\/[\w./-]+(?=')/g;

/**
 * Turns a file of TypeScript into JavaScript as Node.js does, by the same library. Spaces replace the types, so that
 * lines and columns stay.
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

/** The path of a file in the build: the same path with the ending `.js`. */
export const asBuilt = (path: string): string => path.replace(/\.ts$/, '.js');
