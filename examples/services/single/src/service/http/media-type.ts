/** The signatures of files that clients show or unpack, as Latin-1, with their places and media types. */
const SIGNATURES: readonly (readonly [at: number, signature: string, type: string])[] = [
  [0, '%PDF-', 'application/pdf'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF8', 'image/gif'],
  [8, 'WEBPVP8', 'image/webp'],
  [4, 'ftypavif', 'image/avif'],
  [0, 'PK\x03\x04', 'application/zip'],
  [0, '\x1f\x8b', 'application/gzip'],
];
/** Every signature ends within these octets. */
const HEAD = 16;

/** Finds the media type of octets by their signature. */
export function mediaTypeOf(octets: Buffer): string {
  const head = octets.toString('latin1', 0, HEAD);
  const found = SIGNATURES.find(([at, signature]) => head.startsWith(signature, at));
  return found?.[2] ?? 'application/octet-stream';
}
