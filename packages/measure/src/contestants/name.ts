/** The name of a contestant, of a variant, or of a service elsewhere. */
export const NAME = /^[a-z][a-z0-9-]*$/;
