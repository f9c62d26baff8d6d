import { format, type Options } from 'prettier';

/** The style of the sources, which biome.json has for this project. */
const STYLE: Options = { singleQuote: true, printWidth: 110, arrowParens: 'always', trailingComma: 'all' };

/** Formats files of JavaScript or TypeScript: their imports have other lengths than in the sources. */
export async function formatted(files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const texts = Object.entries(files).map(
    async ([name, text]) => [name, await format(text, { ...STYLE, filepath: name })] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}
