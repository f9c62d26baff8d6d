/** The ids of jobs, which are random, so that they cannot be guessed. */
export const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** A client's own key of a job. */
export const KEY = /^[\w-]{1,64}$/;
