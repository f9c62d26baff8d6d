/** Matches a text that may name a module or a file, in formatted code. */
const SPECIFIER = /(?<=')[\w./-]+\.ts(?=')|(?<=\bfrom ')[\w@./-]+(?=')|(?<=')@[\w-]+\/[\w./-]+(?=')/g;

/**
 * Turns a file of TypeScript into JavaScript as Node.js does, by the same library. Spaces replace the types, so that
 * lines and columns stay.
 *
 * @param renamed returns another name for a module or a file that the text names, or undefined to keep it
 * @throws Error if its syntax has more than types to remove
 */
export async function javascript(
  text: string,
  renamed: (specifier: string) => string | undefined,
): Promise<string> {
  // only a clone needs it
  const { transformSync } = await import('amaro');
  const { code } = transformSync(text, { mode: 'strip-only' });
  return code.replace(SPECIFIER, (specifier) => renamed(specifier) ?? specifier);
}

/** Names a file in the build: its path with the ending `.js`. */
export const asBuilt = (path: string): string => path.replace(/\.ts$/, '.js');
