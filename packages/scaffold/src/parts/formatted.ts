import { madeOnce } from '@cpu-bound/measure/model/made-once';
import { format, type Options } from 'prettier';

/** The style of the sources, which biome.json has for this project. */
const STYLE: Options = { singleQuote: true, printWidth: 110, arrowParens: 'always', trailingComma: 'all' };

/** The formatted texts so far: the strategies have most of their files in common, and formatting takes long. */
const known = new Map<string, Promise<string>>();

/** Formats files of JavaScript or TypeScript: their imports have other lengths than in the sources. */
export async function formatted(files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const texts = Object.entries(files).map(async ([filepath, text]) => {
    const make = () => format(text, { ...STYLE, filepath });
    return [filepath, await madeOnce(known, `${filepath}\n${text}`, make)] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}
