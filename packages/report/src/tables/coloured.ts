import { styleText } from 'node:util';

/** Colours a text on a terminal that has colours. In a pipe, or with NO_COLOR set, the text stays as it is. */
export const coloured = (
  style: 'bold' | 'green' | 'red',
  text: string,
  out: Pick<NodeJS.WriteStream, 'hasColors'> | object = process.stdout,
): string =>
  'hasColors' in out && out.hasColors() ? styleText(style, text, { validateStream: false }) : text;

/** Colours a verdict, in every table alike. */
export const painted = (verdict: 'better' | 'worse', text: string): string =>
  coloured(COLOURS[verdict], text);

const COLOURS = { better: 'green', worse: 'red' } as const;
