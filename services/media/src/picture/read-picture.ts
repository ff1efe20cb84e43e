import { MAX_PICTURE_PIXELS } from '@space/contracts/assets';
import type { FileBytes } from '../file/file-bytes.ts';
import { Unreadable } from '../file/unreadable.ts';
import { openPicture } from './open-picture.ts';

/** The facts of a picture. */
export interface PictureFacts {
  /** Pixels of the picture as it is seen. */
  readonly width: number;
  readonly height: number;
  /** A data URL of a WebP picture of a few pixels. */
  readonly placeholder: string;
}

/** Pixels of the longer side of a placeholder. */
const PLACEHOLDER_PIXELS = 16;

/** Reads the size of a picture, and decodes it once for its placeholder: a picture that cannot be decoded fails here and not for a visitor. */
export async function readPicture({ bytes }: FileBytes): Promise<PictureFacts> {
  const { autoOrient } = await openPicture(bytes).metadata();
  const { width, height } = autoOrient;
  if (width * height > MAX_PICTURE_PIXELS) throw new Unreadable('too_many_pixels');
  const tiny = await openPicture(bytes)
    .resize({ width: PLACEHOLDER_PIXELS, height: PLACEHOLDER_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 30, alphaQuality: 30, effort: 4 })
    .toBuffer();
  return { width, height, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
}
