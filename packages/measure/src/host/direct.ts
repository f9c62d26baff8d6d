import { Agent, setGlobalDispatcher } from 'undici';

/**
 * Makes `fetch` send each request straight to its address. Node.js uses a proxy if the environment names one
 * (`NODE_USE_ENV_PROXY`, `HTTP_PROXY`), even for requests to this machine. The load generators have clients of their
 * own.
 */
export const withoutProxy = (): void => setGlobalDispatcher(new Agent());
