import sharp from 'sharp';

/** libvips uses a thread for each image, so that the strategy decides how many cores are used. */
sharp.concurrency(1);

/** Resizes an image to a width of 320 pixels: bytes in, bytes out, by a native library. */
export const thumbnail = (image: Uint8Array) => sharp(image).resize(320).jpeg().toBuffer();
