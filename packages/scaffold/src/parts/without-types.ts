/** A comment on lines of its own: a block, or lines of `//` in a row. */
const COMMENT = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)[ \t]*\n/gm;

/**
 * A file of TypeScript as JavaScript, with the comments of what is left. Empty where nothing is left.
 *
 * @throws Error where it has syntax that is not only types
 */
export async function withoutTypes(text: string): Promise<string> {
  // Only a clone has something to strip.
  const { transformSync } = await import('amaro');
  const { code } = transformSync(text, { mode: 'strip-only' });
  if (code.length !== text.length) throw new Error('types are replaced by as many spaces');
  const kept = code.replace(COMMENT, (comment, at: number) => {
    const after = at + comment.length;
    const next = after + text.slice(after).search(/\S/);
    // A comment is that of what follows it, which is gone where it was a type.
    const isOfType = next >= after && /\s/.test(code[next] ?? ' ');
    return isOfType ? '' : comment;
  });
  // Where an import of types stood, there is neither a brace nor a line.
  const rest = kept
    .replace(/^(import \w+), \{\s*\}/gm, '$1')
    .replace(/^(import .*;)\n(?:[ \t]*\n)+(?=import )/gm, '$1\n');
  const isEmpty = rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*|export \{\};?/g, '').trim() === '';
  return isEmpty ? '' : rest;
}
