import { styleText } from 'node:util';

/** In a colour on a terminal that has some; as it is in a pipe and where NO_COLOR is set. */
export const coloured = (
  style: 'bold' | 'green' | 'red',
  text: string,
  out: Pick<NodeJS.WriteStream, 'hasColors'> | object = process.stdout,
): string =>
  'hasColors' in out && out.hasColors() ? styleText(style, text, { validateStream: false }) : text;
