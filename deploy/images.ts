/** An image of a registry, with its tag and perhaps a digest; those that are built here have neither. */
const IMAGE = /(?<=\b(?:image: |NODE_IMAGE=))([a-z][a-z/-]*:[\w.-]+)(?:@sha256:[0-9a-f]{64})?(?=\s|$)/g;

/** Where base images are named, from the repository's root. */
export const FILES = [
  'Dockerfile',
  'docker-compose.yml',
  'deploy/compose/replicas.yml',
  'deploy/kubernetes/base/redis/stateful-set.yaml',
];

/** The images that a file names, as `name:tag`. */
export const imagesIn = (text: string): string[] => [...text.matchAll(IMAGE)].map(([, image = '']) => image);

/** The same text with these digests (`sha256:…`) behind the tags, instead of those that were there. */
export const pinned = (text: string, digests: ReadonlyMap<string, string>): string =>
  text.replace(IMAGE, (whole, image: string) => {
    const digest = digests.get(image);
    return digest === undefined ? whole : `${image}@${digest}`;
  });
