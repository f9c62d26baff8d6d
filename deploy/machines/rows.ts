/** A machine of the matrix: a container of a distribution, with what a newcomer has on it. */
export type Machine = {
  readonly image: string;
  /** The Node.js with which the command is given; the bench fetches the pinned one. */
  readonly node: 20 | 22 | 24 | 26;
  readonly user: 'root' | 'nobody';
  /**
   * Where a Redis can come from: `nothing` lets the bench fetch the distribution's package, and `docker` removes that
   * way, as on a distribution other than Debian and Ubuntu.
   */
  readonly has: 'nothing' | 'redis-server' | 'docker';
  /** The home folder cannot be written; npm and pnpm have their caches elsewhere. */
  readonly readOnlyHome?: true;
  /** Programs reach other machines by a proxy only. It refuses loopback addresses. */
  readonly proxy?: true;
  /** Commands are given in a pseudo-terminal, where pnpm forces colours. */
  readonly terminal?: true;
  /**
   * The trial, by default a study. `interrupted` types Ctrl-C in its first round, and goes on. `package` is a study
   * of an own function with the built npm package, by this Node.js alone.
   */
  readonly tries?: 'interrupted' | 'package';
};

const WITH_APT = {
  base: 'apt-get -qq update && apt-get -qq install -y libatomic1',
  redis: 'apt-get -qq install -y redis-server',
};

/** Installs what a newcomer has and a small image lacks, and perhaps a redis-server. */
export const SETUP: Readonly<Record<string, { readonly base: string; readonly redis: string }>> = {
  debian: WITH_APT,
  ubuntu: WITH_APT,
  fedora: { base: 'dnf -qy install libatomic util-linux', redis: 'dnf -qy install valkey' },
};

const DEBIAN = 'debian:13-slim';
const UBUNTU = 'ubuntu:24.04';
const FEDORA = 'fedora:43';

/** Each value of each column at least once: all combinations would take a day. */
export const MACHINES: readonly Machine[] = [
  { image: DEBIAN, node: 20, user: 'root', has: 'nothing' },
  { image: DEBIAN, node: 26, user: 'nobody', has: 'docker' },
  { image: UBUNTU, node: 22, user: 'nobody', has: 'nothing', readOnlyHome: true },
  { image: UBUNTU, node: 24, user: 'root', has: 'redis-server' },
  { image: DEBIAN, node: 24, user: 'nobody', has: 'redis-server', proxy: true },
  { image: UBUNTU, node: 20, user: 'root', has: 'docker' },
  { image: FEDORA, node: 22, user: 'root', has: 'redis-server' },
  { image: FEDORA, node: 24, user: 'nobody', has: 'docker' },
  { image: DEBIAN, node: 24, user: 'nobody', has: 'nothing', terminal: true },
  { image: DEBIAN, node: 22, user: 'root', has: 'nothing', tries: 'interrupted' },
  { image: DEBIAN, node: 22, user: 'nobody', has: 'nothing', tries: 'package' },
  { image: DEBIAN, node: 24, user: 'root', has: 'redis-server', tries: 'package' },
];
