import { hash, hashSync } from 'bcryptjs';

/** The sample has the salt, at cost 10: a random one would give another answer each time, and answers are compared. */
type Login = { readonly password: string; readonly salt: string };

/** Hashes a password in JavaScript, in one go. */
export const hashPassword = ({ password, salt }: Login) => ({ hash: hashSync(password, salt) });

/** Does the same by a promise. It yields to the event loop now and then, and computes on the same core. */
export const hashPasswordAsync = async ({ password, salt }: Login) => ({ hash: await hash(password, salt) });
