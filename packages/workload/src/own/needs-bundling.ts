/**
 * The error codes of Node.js for TypeScript that needs more than its types removed, and for imports that it does not
 * resolve.
 */
const NEEDS_BUNDLING = new Set([
  'ERR_IMPORT_ATTRIBUTE_MISSING',
  'ERR_INVALID_TYPESCRIPT_SYNTAX',
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  'MODULE_NOT_FOUND',
]);
/** Matches the error for CommonJS in a file that Node.js treats as a module. */
const COMMON_JS = /^(require|module|exports|__dirname|__filename) is not defined/;

export function needsBundling(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    error instanceof SyntaxError ||
    (code !== undefined && NEEDS_BUNDLING.has(code)) ||
    (error instanceof ReferenceError && COMMON_JS.test(error.message))
  );
}
