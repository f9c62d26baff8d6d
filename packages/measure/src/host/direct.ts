import { Agent, setGlobalDispatcher } from 'undici';

/** Makes `fetch` send requests straight to their address: Node.js uses a proxy that the environment names. */
export const withoutProxy = (): void => setGlobalDispatcher(new Agent());
