/** A POSIX shell leaves these characters as they are, also in the middle of a command. */
const PLAIN = /^[\w,./=-][\w,./=#-]*$/;

/** Writes a word of a printed command, such as a path, as a POSIX shell reads it. */
export const shellWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
