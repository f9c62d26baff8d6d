/** `pnpm test:soak` runs the same tests for longer, and prints their figures. */
export const isSoak = process.env.SOAK === '1';
