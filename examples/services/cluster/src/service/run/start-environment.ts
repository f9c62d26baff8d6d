/** The environment with which this process started. */
const atStart = { ...process.env };

/**
 * Makes the environment of a child process: that with which this process started. A workload's module may have read a
 * `.env` since, whose PORT or MAX_PENDING would configure the child. Node.js passes on no variable that is undefined.
 */
export const startEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined])),
  ...atStart,
});
