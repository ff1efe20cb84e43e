import { BrokenPicture } from './broken-picture.ts';
import { stripGif } from './strip-gif.ts';
import { stripHeif } from './strip-heif.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripWebp } from './strip-webp.ts';

const strippers: Readonly<Record<string, (bytes: Buffer) => readonly Buffer[]>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
  'image/gif': stripGif,
  'image/avif': stripHeif,
  'image/heic': stripHeif,
  'image/heif': stripHeif,
};

/** The media types of pictures whose metadata can be removed. */
export const strippedPictures: readonly string[] = Object.keys(strippers);

/**
 * Returns a picture without metadata, with the same pixels, colours and orientation; undefined for a broken picture and another media type.
 * Nothing is decoded: the parts of the file that draw the picture are copied.
 */
export function stripMetadata(content_type: string, bytes: Buffer): Buffer | undefined {
  try {
    const parts = strippers[content_type]?.(bytes);
    return parts && Buffer.concat(parts);
  } catch (error) {
    if (error instanceof BrokenPicture || error instanceof RangeError) return undefined;
    throw error;
  }
}
