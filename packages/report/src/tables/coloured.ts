import { styleText } from 'node:util';

/** Colours a text where colours are allowed: on a terminal without NO_COLOR, and anywhere with FORCE_COLOR. */
export const coloured = (
  style: 'bold' | 'green' | 'red',
  text: string,
  out: NodeJS.WritableStream = process.stdout,
): string => styleText(style, text, { stream: out });

/** Colours a verdict, in every table alike. */
export const painted = (verdict: 'better' | 'worse', text: string): string =>
  coloured(COLOURS[verdict], text);

const COLOURS = { better: 'green', worse: 'red' } as const;
