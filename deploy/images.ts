/** Matches an image of a registry, with its tag and perhaps a digest. Images that are built here have neither. */
const IMAGE = /(?<=\b(?:image: |NODE_IMAGE=))([a-z][a-z/-]*:[\w.-]+)(?:@sha256:[0-9a-f]{64})?(?=\s|$)/g;

/** The files that name base images, from the repository's root. */
export const FILES = [
  'Dockerfile',
  'docker-compose.yml',
  'deploy/compose/replicas.yml',
  'deploy/kubernetes/base/redis/stateful-set.yaml',
];

/** Lists the images that a file names, as `name:tag`. */
export const imagesIn = (text: string): string[] => [...text.matchAll(IMAGE)].map(([, image = '']) => image);

/** Replaces the digests (`sha256:…`) behind the tags. */
export const pinned = (text: string, digests: ReadonlyMap<string, string>): string =>
  text.replace(IMAGE, (match, image: string) => {
    const digest = digests.get(image);
    return digest === undefined ? match : `${image}@${digest}`;
  });
