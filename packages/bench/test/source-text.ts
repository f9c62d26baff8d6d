/** Removes comments. Keeps `//` after a colon, so URLs survive. Other strings with `//` or `/*` would be cut. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
