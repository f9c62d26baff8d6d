import type { Analysis } from '@cpu-bound/study/model';
import type { Chart } from '../question.ts';
import { pictureOf } from './picture.ts';
import { pictureSvg } from './svg.ts';

/** The files of the picture, below the charts of a report: for a column of a page, and for a phone. */
export const PICTURES = { wide: 'answers.svg', narrow: 'answers-narrow.svg' } as const;

/** A viewport up to this many pixels has the narrow picture. */
const NARROW = 500;

/** Draws the picture in both widths; nothing if the study has none. */
export function drawPictures(analysis: Analysis): Chart[] {
  const picture = pictureOf(analysis);
  return picture
    ? (['wide', 'narrow'] as const).map((width) => ({
        file: PICTURES[width],
        alt: picture.alt,
        svg: pictureSvg(picture, width),
      }))
    : [];
}

/** Writes the picture for Markdown, with the narrow one for a phone; empty if the study has none. */
export function pictureMarkdown(analysis: Analysis, at: string): string {
  const picture = pictureOf(analysis);
  if (!picture) return '';
  const alt = picture.alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return [
    '<picture>',
    `  <source media="(max-width: ${NARROW}px)" srcset="${at}/${PICTURES.narrow}">`,
    `  <img src="${at}/${PICTURES.wide}" alt="${alt}">`,
    '</picture>',
  ].join('\n');
}
