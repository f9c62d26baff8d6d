import { Agent, setGlobalDispatcher } from 'undici';

/**
 * Sends the requests of `fetch` to where they are addressed. Node.js sends them through a proxy where the environment says
 * so (`NODE_USE_ENV_PROXY`, `HTTP_PROXY`), those to this machine, too. The load generators have clients of their own.
 */
export const withoutProxy = (): void => setGlobalDispatcher(new Agent());
