/**
 * The width of glyphs in DejaVu Sans, the widest of the fonts that readers have, by classes: no glyph of a class is
 * wider. In parts of the font's size.
 */
const THIN = /[ijlI.,:;'|!/ ()[\]\-tfr]/;
const THIN_EM = 0.42;
const USUAL = /[a-ln-vx-z0-9]/;
const USUAL_EM = 0.64;
const CAPITAL = /[A-LP-VX-Z]/;
const CAPITAL_EM = 0.79;
const WIDE_EM = 1;
const BOLD = 1.15;

const emOf = (glyph: string): number => {
  if (THIN.test(glyph)) return THIN_EM;
  if (USUAL.test(glyph)) return USUAL_EM;
  return CAPITAL.test(glyph) ? CAPITAL_EM : WIDE_EM;
};

type Weight = { readonly isBold?: boolean };

/** Estimates the largest width of a text in pixels: a picture is drawn before its reader's font is known. */
export const widthOf = (text: string, size: number, { isBold = false }: Weight = {}): number =>
  [...text].reduce((sum, glyph) => sum + emOf(glyph), 0) * size * (isBold ? BOLD : 1);

export type Fitted = { readonly text: string; readonly size: number };

/**
 * Returns the first of these texts that fits in one of the sizes, the largest size first. If none does, it is the
 * beginning of the last one.
 */
export function fitted(
  texts: readonly string[],
  width: number,
  sizes: readonly number[],
  weight: Weight = {},
): Fitted {
  for (const text of texts)
    for (const size of sizes) if (widthOf(text, size, weight) <= width) return { text, size };
  const [last = '', size = 10] = [texts.at(-1), sizes.at(-1)];
  const glyphs = [...last];
  const fits = glyphs.findIndex(
    (_, at) => widthOf(`${glyphs.slice(0, at + 1).join('')}…`, size, weight) > width,
  );
  return { text: `${glyphs.slice(0, Math.max(1, fits)).join('')}…`, size };
}

/** Returns the largest of these sizes in which each of the texts fits; the smallest if none is small enough. */
export const sizeFor = (texts: readonly string[], width: number, sizes: readonly number[]): number =>
  sizes.find((size) => texts.every((text) => widthOf(text, size) <= width)) ?? sizes.at(-1) ?? 10;
