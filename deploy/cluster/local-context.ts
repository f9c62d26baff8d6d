import { spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { parseArgs } from 'node:util';

type Found = { readonly context: string } | { readonly skip: string };

const USAGE = 'pnpm test:cluster --context <the current kubectl context>';

/**
 * Finds the context that the flag names. It must also be the current one, so that one mistake reaches no other cluster.
 *
 * @returns the reason of a skip, if no flag is given
 * @throws Error for a context that cannot be used
 */
export async function localContext(): Promise<Found> {
  const { values } = parseArgs({ options: { context: { type: 'string' } } });
  const { error, stdout } = spawnSync('kubectl', ['config', 'view', '--minify', '--output=json'], {
    encoding: 'utf8',
  });
  const config = error || stdout === '' ? undefined : JSON.parse(stdout);
  const current: string | undefined = config?.['current-context'];
  if (values.context === undefined) {
    if (error) return { skip: 'kubectl is not on the PATH' };
    if (!current) return { skip: 'kubectl has no current context: there is no cluster to test in' };
    return { skip: `kubectl's current context is ${current}; to test in that cluster: ${USAGE}` };
  }
  if (error) throw new Error(`--context ${values.context}: kubectl is not on the PATH; install it`);
  if (current !== values.context)
    throw new Error(
      `--context ${values.context}: kubectl's current context is ${current ?? 'none'}; accepted: the current one. Change it with kubectl config use-context`,
    );
  const server: string = config.clusters[0].cluster.server;
  if (!(await isHere(new URL(server).hostname)))
    throw new Error(
      `--context ${current}: its API server ${server} is not on this machine; accepted: a local cluster such as kind, minikube or k3d`,
    );
  return { context: current };
}

/** Checks that a host is this machine, or in one of its networks, as the nodes of local clusters are. */
async function isHere(host: string): Promise<boolean> {
  const { address } = await lookup(host.replace(/^\[|\]$/g, ''));
  if (address === '0.0.0.0' || address === '::') return true;
  const networks = new BlockList();
  for (const { cidr } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    const [net = '', prefix] = cidr?.split('/') ?? [];
    if (net) networks.addSubnet(net, Number(prefix), isIPv6(net) ? 'ipv6' : 'ipv4');
  }
  return networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
