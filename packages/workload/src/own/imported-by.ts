/**
 * Begins an import of a bundle that Node.js resolves: `imported-by:<URL of the file that it was written in> <name>`.
 * The file may be in another package than the one that the bundle is named after.
 */
export const IMPORTED_BY = 'imported-by:';
