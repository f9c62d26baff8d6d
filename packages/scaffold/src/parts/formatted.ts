import { madeOnce } from '@cpu-bound/measure/model/made-once';
import { format, type Options } from 'prettier';

/** Matches a comment on lines of its own: a block, or successive lines of `//`. */
const COMMENT = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)[ \t]*\n/gm;

/**
 * Converts a file to JavaScript, without the comments of removed types. The result is empty if only types were there.
 *
 * @throws Error for TypeScript syntax that is more than types
 */
export async function withoutTypes(text: string): Promise<string> {
  // amaro is loaded here, because a clone alone strips types.
  const { transformSync } = await import('amaro');
  const { code } = transformSync(text, { mode: 'strip-only' });
  if (code.length !== text.length) throw new Error('amaro did not replace the types by as many spaces');
  const withoutComments = code.replace(COMMENT, (comment, at: number) => {
    const after = at + comment.length;
    const next = after + text.slice(after).search(/\S/);
    // A comment belongs to the code after it, which is gone if it was a type.
    const isOfType = next >= after && /\s/.test(code[next] ?? ' ');
    return isOfType ? '' : comment;
  });
  // A removed import of types leaves neither a brace nor a line.
  const rest = withoutComments
    .replace(/^(import \w+), \{\s*\}/gm, '$1')
    .replace(/^(import .*;)\n(?:[ \t]*\n)+(?=import )/gm, '$1\n');
  const isEmpty = rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*|export \{\};?/g, '').trim() === '';
  return isEmpty ? '' : rest;
}

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
